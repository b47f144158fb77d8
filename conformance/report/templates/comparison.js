// Search, keyboard and focus on top of a page that is whole without them. Sheets are opened by style rules.
(() => {
  const rows = [...document.querySelectorAll("tr.r")];
  const panels = new Map();
  for (const panel of document.querySelectorAll(".panel")) panels.set(owner(panel), panel);
  const list = listing(rows, [...document.querySelectorAll("tbody.band")], (row) => {
    const panel = panels.get(row.id);
    return `${row.textContent} ${panel ? panel.textContent : ""}`;
  });
  if (!list) return;

  // The id of the row that a panel is of.
  function owner(panel) { return decodeURIComponent(panel.querySelector(".close").hash.slice(1)); }
  const part = () => document.querySelector(".part:target");
  const opened = () => document.querySelector(".cell[aria-current]");
  const current = () => opened() || (document.activeElement && document.activeElement.closest(".cell"));
  // The cell that covers a column: one may span several.
  const at = (row, column) => {
    let start = 0;
    for (const cell of [...row.cells].slice(1)) {
      start += cell.colSpan;
      if (column < start) return cell.querySelector(".cell") || row.querySelector(".perma");
    }
    return row.querySelector(".cell, .perma");
  };
  const columnOf = (link) => {
    let start = 0;
    for (const cell of [...link.closest("tr").cells].slice(1)) {
      if (cell.contains(link)) return start;
      start += cell.colSpan;
    }
    return 0;
  };
  let column = 0;

  function show(link) {
    link.focus({preventScroll: true});
    link.scrollIntoView({block: "nearest", inline: "nearest", behavior: "instant"});
  }
  function visit(link) {
    if (link && part() && link.matches(".cell")) location.replace(link.hash);
    else if (link) show(link);
  }
  function down(step) {
    const focused = document.activeElement && document.activeElement.closest("tr.r");
    const link = current();
    if (link) column = columnOf(link);
    const row = list.next(link ? link.closest("tr") : focused, step);
    if (row) visit(at(row, column));
  }
  function across(step) {
    const link = current();
    if (!link) { down(1); return; }
    const links = [...link.closest("tr").querySelectorAll(".cell")];
    const next = links[links.indexOf(link) + step];
    if (next) { column = columnOf(next); visit(next); }
  }

  function follow() {
    for (const mark of document.querySelectorAll("[aria-current]")) mark.removeAttribute("aria-current");
    const target = named();
    if (!target) return;
    const panel = target.closest(".panel");
    const row = panel ? $(owner(panel)) : target.closest("tr.r");
    if (!row) return;
    list.reveal(row);
    if (panel) unfold(panel, target);
    else show(at(row, column) || row.querySelector(".perma"));
  }
  function unfold(panel, target) {
    for (const link of document.querySelectorAll("a.cell, .panel:has(>.part:target) nav a")) {
      if (decodeURIComponent(link.hash.slice(1)) !== target.id) continue;
      link.setAttribute("aria-current", "true");
      const nav = link.closest(".panel nav");
      if (nav) nav.scrollLeft = link.offsetLeft - nav.offsetLeft - 24;
    }
    const cell = opened();
    if (cell) {
      column = columnOf(cell);
      cell.closest(".board").scrollIntoView({block: "start", behavior: "instant"});
      cell.scrollIntoView({block: "nearest", inline: "nearest", behavior: "instant"});
    }
    panel.scrollTop = 0;
    target.focus({preventScroll: true});
  }
  function close() {
    const panel = part() && part().closest(".panel");
    if (panel) location.replace(panel.querySelector(".close").hash);
    return Boolean(panel);
  }

  addEventListener("hashchange", follow);
  addEventListener("load", follow);
  list.keys({
    j: () => down(1),
    k: () => down(-1),
    h: () => across(-1),
    l: () => across(1),
    o: () => { const link = current(); if (link) location.hash = link.hash; },
    d: () => { $("f-d-1").checked = !$("f-d-1").checked; list.update(); },
    Escape: () => { if (!close()) list.cleared(); },
  }, () => down(1));
  follow();
})();
