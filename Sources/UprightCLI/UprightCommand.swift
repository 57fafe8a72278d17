// main
import ArgumentParser
@main struct UprightCommand: ParsableCommand {}
