# Each command is a short script in scripts/ that can be read and run by itself.
PREFIX ?= /usr/local
DESTDIR ?=
export PREFIX DESTDIR ADDRESS

.PHONY: help run build test quick reference recordings-table lint install install-rule install-plugin uninstall deb dist source release site docc package-test cross-test sid-test bench fuzz sanitize attack soak coverage vm-test vm-desktop vm-bench clean

help:
	@scripts/usage

run:
	@scripts/run

build:
	@scripts/build

test:
	@scripts/test

quick:
	@scripts/quick

reference:
	@scripts/reference

recordings-table:
	@scripts/recordings-table

lint:
	@scripts/lint

install:
	@scripts/install

install-rule:
	@scripts/install --rule

install-plugin:
	@scripts/install --plugin

uninstall:
	@scripts/install --uninstall

deb:
	@scripts/deb

dist:
	@scripts/dist

source:
	@scripts/source

release:
	@scripts/release

site:
	@scripts/make-site

docc:
	@scripts/docc

package-test:
	@scripts/package-test

sid-test:
	@scripts/sid-test

cross-test:
	@scripts/arm64/test

bench:
	@scripts/bench

fuzz:
	@scripts/fuzz

sanitize:
	@scripts/sanitize

attack:
	@scripts/attack

soak:
	@scripts/soak

coverage:
	@scripts/coverage

vm-test:
	@scripts/vm test

vm-desktop:
	@scripts/vm test --desktop

vm-bench:
	@scripts/vm bench

clean:
	@rm -rf .build .build-*
