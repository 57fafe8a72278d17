# The commands of the README. Each says what it does, and what failed.
# Without it every second build recompiles everything: SwiftPM orders the flags of our traits by a hash.
export SWIFT_DETERMINISTIC_HASHING = 1
.PHONY: help demo serve test build check check-second check-all docs man completions install uninstall package package-test bench fuzz \
  torture clean
.DEFAULT_GOAL := help
SECONDS ?= 60
MINUTES ?= 600
FOLDER ?= demo/samples

help:
	@echo 'make demo    install what is missing, build, write samples, make them upright, leave demo/sheet.png'
	@echo 'make serve   show the images of FOLDER=demo/samples in a browser, until Ctrl-C; builds the server first'
	@echo 'make test    install what is missing (the oracles of the tests too), check and test'
	@echo 'make build   install what is missing to build, build for debugging'
	@echo 'make check   that, then make check-second: the server, Python, conformance, Apple, documentation; what CI runs'
	@echo 'make check-all  that, and what takes longer: benchmarks, instructions, start-up, package, torture, sweep, fuzz, threads'
	@echo 'make docs    build the documentation with the toolchain alone: .build/docs/'
	@echo 'make man     write the manual: .build/manual/man1/; PROGRAM=… describes that upright and builds none'
	@echo 'make completions  the same for bash, zsh and fish: .build/completions/'
	@echo 'make bench   install what is missing, build for release, measure beside others; Benchmarks/README.md says what'
	@echo 'make fuzz    fuzz what parses, SECONDS=60 for each subject; Fuzz/README.md says how'
	@echo 'make torture install what is missing, try to lose photos by kills, faults, full disks and power cuts; Torture/README.md says how'
	@echo 'make install    below PREFIX (/usr/local), inside DESTDIR; make uninstall removes it; docs/install.md'
	@echo 'make package    what a release publishes: .build/package/; docs/development/packaging.md; make package-test tests it'
	@echo 'make clean   take away what was built and the demo'

demo:
	@Scripts/demo

serve:
	@Scripts/setup server
	@server=$$(Scripts/release upright-server) && exec "$$server" $(FOLDER)

test:
	@Scripts/setup test
	@Scripts/check

build:
	@Scripts/setup build
	@echo 'build: swift build'
	@swift build || { echo 'build: FAIL: swift build (the first error above)' >&2; exit 1; }
	@echo 'build: PASS'

check: test check-second

# Its steps install the Python packages that they compare with. What does not end within MINUTES is skipped, and named.
check-second:
	@Scripts/check --minutes $(MINUTES) --second

check-all:
	@Scripts/check --all

docs:
	@Scripts/docs

man completions:
	@[ -n "$(PROGRAM)" ] || Scripts/setup server
	@Scripts/manual $@ $(PROGRAM)

bench:
	@Benchmarks/setup
	@Benchmarks/run

fuzz:
	@Fuzz/run --seconds $(SECONDS)

torture:
	@Torture/setup
	@Torture/run

install:
	@Scripts/install $(PROGRAM)

uninstall:
	@Scripts/install --uninstall

package:
	@Scripts/package $(PROGRAM)

package-test:
	@Scripts/package-test $(PROGRAM)

clean:
	rm -rf .build Benchmarks/.build Conformance/.build Fuzz/.build Server/.build Torture/.build demo
