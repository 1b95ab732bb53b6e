{
  # nixpkgs' Swift may be older than 6.2: `swift` is then one from swift.org, as an overlay. The argument parser is
  # fetched here, because the build has no network.
  description = "Touch gestures for touchpads and touchscreens";

  inputs.nixpkgs.url = "github:NixOS/nixpkgs/nixos-unstable";
  inputs.argument-parser = {
    url = "github:apple/swift-argument-parser/1.8.2";
    flake = false;
  };

  outputs = { self, nixpkgs, argument-parser }:
    let
      systems = [ "x86_64-linux" "aarch64-linux" ];
      each = f: nixpkgs.lib.genAttrs systems (system: f nixpkgs.legacyPackages.${system});
    in {
      packages = each (pkgs: {
        default = pkgs.stdenv.mkDerivation {
          pname = "gestured";
          version = "1.0.0";
          src = ../..;
          nativeBuildInputs = with pkgs; [ swift swiftpm pkg-config ];
          buildInputs = with pkgs; [ libevdev systemd jansson expat libyaml tomlplusplus ];
          GESTURED_NO_INSTALL = "1";
          GESTURED_ARGUMENT_PARSER = "${argument-parser}";
          # The quirks of touchpads are read where libinput has them.
          postPatch = ''
            substituteInPlace Sources/Evdev/InstalledQuirks.swift \
              --replace-fail /usr/share/libinput ${pkgs.libinput.out}/share/libinput
          '';
          buildPhase = "HOME=$TMPDIR bash scripts/build";
          installPhase = "PREFIX=$out RULES_DIR=$out/lib/udev/rules.d bash scripts/install";
          meta.license = pkgs.lib.licenses.mit;
          meta.mainProgram = "gesturectl";
        };
      });
    };
}
