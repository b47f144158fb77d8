"""`python -m conformance`, and the command `task-conformance`."""

from __future__ import annotations

import contextlib
import sys

INTERRUPTED = 130


def main() -> None:
    """Run the command. What nobody foresaw becomes one sentence and exit code 4, an interrupt 130."""
    try:
        _main()
    except KeyboardInterrupt:
        with contextlib.suppress(OSError):
            sys.stderr.write("Interrupted.\n")
        sys.exit(INTERRUPTED)


def _main() -> None:
    from conformance.cli import output  # noqa: PLC0415
    from conformance.cli.app import app  # noqa: PLC0415 - typer is read only by who wants the command
    from conformance.core.errors import ConformanceError, SuiteError  # noqa: PLC0415

    output.ready()
    try:
        try:
            app()
        finally:
            output.say("")
    except ConformanceError as error:
        _end(error)
    except BrokenPipeError:
        output.hush()
    except OSError as error:
        output.hush()
        _end(SuiteError(f"The suite itself broke ({type(error).__name__}: {error.strerror or error})."))
    except Exception as error:
        _end(
            SuiteError(f"The suite itself broke ({type(error).__name__}: {error}).", hint="Please report it.")
        )


def _end(error: Exception) -> None:
    from conformance.core.hostile import for_terminal  # noqa: PLC0415

    with contextlib.suppress(OSError):  # the exit code says it too
        sys.stderr.write(f"task-conformance: {for_terminal(str(error), 2000)}\n")
    sys.exit(getattr(error, "exit_code", 4))


if __name__ == "__main__":
    main()
