"""Where a check is run: at which interfaces, across which, or nowhere, and why a case there can't be asked."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from conformance.catalogue import Catalogue, Requirement
from conformance.core.verdicts import Verdict
from conformance.judging.asking import Check
from conformance.judging.finding import Finding
from conformance.session.case import ACROSS, Case
from conformance.session.site import Site
from conformance.session.target import line_key
from conformance.target.interfaces import Interface

DECLARED = "bindings.declared"
NOWHERE = "-"
"""The interface of a requirement that applies to none of the target's."""


@dataclass(frozen=True, repr=False)
class Places:
    """The interfaces of a target: those that are asked, by key, and all that it `declares`."""

    catalogue: Catalogue
    sites: Mapping[str, Site]
    declares: Sequence[Interface]
    secured: bool

    def of(self, check: Check) -> list[str]:
        """Return the interface keys at which `check` is run: "all…" for one that spans them, "-" for nowhere."""
        requirement = self.catalogue.judged(check.key)
        if requirement is None:
            return []
        fitting = [site for site in self.sites.values() if self._applies(requirement, site)]
        if not check.asking.across:
            untested = [key for key, i in self.untested.items() if line_key(i) in requirement.bindings]
            if requirement.id == DECLARED:
                return [*(site.key for site in fitting), *untested]
            return [site.key for site in fitting] or (not requirement.applies and untested) or [NOWHERE]
        tenants = dict.fromkeys(site.interface.tenant for site in fitting)
        groups = {tenant: [s for s in fitting if s.interface.tenant == tenant] for tenant in tenants}
        return [_across_key(tenant) for tenant, sites in groups.items() if len(sites) > 1] or [NOWHERE]

    @property
    def untested(self) -> dict[str, Interface]:
        """The interfaces of the card that are not asked, by key; each says why."""
        return {i.key: i for i in self.declares if i.key not in self.sites}

    def sites_at(self, place: str, check: Check) -> list[Site]:
        """Return the sites that are asked where `check` is run at `place`."""
        if not place.startswith(ACROSS):
            return [self.sites[place]] if place in self.sites else []
        return [
            s for s in self.sites.values() if _across_key(s.interface.tenant) == place and _heard(s, check)
        ]

    def barred(self, case: Case) -> Finding | None:
        """Return the finding of a case whose place keeps it from being asked, None where nothing does."""
        if case.interface == NOWHERE:
            return case.blank(Verdict.NOT_APPLICABLE, _inapplicable(case.requirement))
        if left := self.untested.get(case.interface):
            return case.blank(Verdict.NOT_TESTED, f"The interface is not tested: {left.reason}.")
        site = self.sites.get(case.interface)
        if site is not None and site.unreachable:
            return case.blank(Verdict.NOT_TESTED, f"The interface can't be reached from here: {site.silent}.")
        if site is not None and site.silent and case.requirement.id != DECLARED:
            failed = "bindings.same-auth failed: the credential is refused there."
            mute = "bindings.declared failed: nothing there speaks the binding."
            return case.blank(Verdict.BLOCKED, failed if site.locked else mute)
        if case.check.asking.across and len(case.stores) < 2:
            return case.blank(Verdict.BLOCKED, "bindings.declared failed: fewer than two interfaces answer.")
        return None

    def _applies(self, requirement: Requirement, site: Site) -> bool:
        if line_key(site.interface) not in requirement.bindings:
            return False
        if requirement.applies in {"tenant", "no-tenant"}:
            return bool(site.interface.tenant) == (requirement.applies == "tenant")
        return self.secured if requirement.applies == "secured" else True


def _across_key(tenant: str | None) -> str:
    """Return the interface key of findings that span the interfaces of one tenant."""
    return f"{ACROSS}/{tenant}" if tenant else ACROSS


def _heard(site: Site, check: Check) -> bool:
    """Whether a site takes part in a check that spans interfaces; a locked one only in that of one credential."""
    return not site.silent or (site.locked and check.requirement == "bindings.same-auth")


def _inapplicable(requirement: Requirement) -> str:
    reasons = {
        "tenant": "No interface of the card sets a tenant.",
        "no-tenant": "Every interface of the card sets a tenant.",
        "several-bindings": "The target offers one interface only.",
        "secured": "The card asks for no credential.",
    }
    return reasons.get(
        requirement.applies, f"It is about {', '.join(requirement.bindings)}, which is not tested here."
    )
