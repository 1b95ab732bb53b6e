# The commands of the README; each is a short script in scripts/, so that it can be read and run alone.
PREFIX ?= /usr/local
DESTDIR ?=
export PREFIX DESTDIR

.PHONY: help run build test recordings-table lint install install-rule install-plugin uninstall bench fuzz vm-test vm-bench clean

help:
	@scripts/usage

run:
	@scripts/run

build:
	@scripts/build

test:
	@scripts/test

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

bench:
	@scripts/bench

fuzz:
	@scripts/fuzz

vm-test:
	@scripts/vm test

vm-bench:
	@scripts/vm bench

clean:
	@rm -rf .build .build-*
