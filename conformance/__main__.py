"""`python -m conformance`, and the command `task-conformance`."""

from __future__ import annotations


def main() -> None:
    """Run the command."""
    from conformance.cli.app import app  # noqa: PLC0415 - typer is read only by who wants the command

    app()


if __name__ == "__main__":
    main()
