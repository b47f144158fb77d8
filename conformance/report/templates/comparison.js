// Search, keyboard and focus on top of a page that is whole without them. Filtering and sheets are done by style rules.
"use strict";
(() => {
  const $ = (id) => document.getElementById(id);
  const rows = [...document.querySelectorAll("tr.r")];
  const bands = [...document.querySelectorAll("tbody.band")];
  const form = $("filters"), search = $("search"), help = $("help");
  if (!form || !search) return;
  const panels = new Map();
  for (const panel of document.querySelectorAll(".panel")) {
    const close = panel.querySelector(".close");
    panels.set(decodeURIComponent(close.hash.slice(1)), panel);
  }
  let words = [], texts = null, queued = false;

  const chosen = () => {
    const values = {};
    for (const box of form.querySelectorAll("input[type=checkbox]:checked")) (values[box.name] ??= new Set()).add(box.value);
    return values;
  };
  const kept = (row, values) => Object.keys(values).every((name) => values[name].has(row.dataset[name]));
  const textOf = (row) => {
    const panel = panels.get(row.id);
    return `${row.textContent} ${panel ? panel.textContent : ""}`.toLowerCase();
  };

  function update() {
    queued = false;
    words = search.value.toLowerCase().split(/\s+/).filter(Boolean);
    if (words.length && !texts) texts = new Map(rows.map((row) => [row, textOf(row)]));
    const values = chosen();
    let shown = 0;
    for (const band of bands) {
      let left = 0;
      for (const row of band.querySelectorAll("tr.r")) {
        const found = words.every((word) => texts.get(row).includes(word));
        if (row.hidden === found) row.hidden = !found;
        if (found && kept(row, values)) left += 1;
      }
      band.hidden = left === 0;
      shown += left;
    }
    $("shown").value = `${shown.toLocaleString("en")} of ${rows.length.toLocaleString("en")}`;
    $("nothing").hidden = shown > 0;
  }
  const later = () => { if (!queued) { queued = true; requestAnimationFrame(update); } };

  const open = () => { const values = chosen(); return rows.filter((row) => !row.hidden && kept(row, values)); };
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

  function visit(link) {
    if (!link) return;
    if (part() && link.matches(".cell")) { location.replace(link.hash); return; }
    link.focus({preventScroll: true});
    link.scrollIntoView({block: "nearest", inline: "nearest", behavior: "instant"});
  }
  function down(step) {
    const list = open();
    if (!list.length) return;
    const focused = document.activeElement && document.activeElement.closest("tr.r");
    const link = current();
    if (link) column = columnOf(link);
    const now = list.indexOf(link ? link.closest("tr") : focused);
    const next = list[now < 0 ? (step > 0 ? 0 : list.length - 1) : Math.min(Math.max(now + step, 0), list.length - 1)];
    visit(at(next, column));
  }
  function across(step) {
    const link = current();
    if (!link) { down(1); return; }
    const links = [...link.closest("tr").querySelectorAll(".cell")];
    const next = links[links.indexOf(link) + step];
    if (next) { column = columnOf(next); visit(next); }
  }

  function follow() {
    let name = location.hash.slice(1);
    try { name = decodeURIComponent(name); } catch { /* the fragment stands as it is */ }
    for (const mark of document.querySelectorAll("[aria-current]")) mark.removeAttribute("aria-current");
    const target = name && document.getElementById(name);
    if (!target) return;
    const panel = target.closest(".panel");
    const row = panel ? $(decodeURIComponent(panel.querySelector(".close").hash.slice(1))) : target.closest("tr.r");
    if (!row) return;
    if (!open().includes(row)) { form.reset(); update(); }
    if (!panel) {
      const link = at(row, column) || row.querySelector(".perma");
      link.focus({preventScroll: true});
      link.scrollIntoView({block: "nearest", inline: "nearest", behavior: "instant"});
      return;
    }
    for (const link of document.querySelectorAll("a.cell, .panel:has(>.part:target) nav a")) {
      if (decodeURIComponent(link.hash.slice(1)) !== name) continue;
      link.setAttribute("aria-current", "true");
      const nav = link.closest(".panel nav");
      if (nav) nav.scrollLeft = link.offsetLeft - nav.offsetLeft - 24;
    }
    const cell = opened();
    if (cell) {
      column = columnOf(cell);
      const board = cell.closest(".board");
      board.scrollIntoView({block: "start", behavior: "instant"});
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

  form.addEventListener("input", later);
  form.addEventListener("reset", () => requestAnimationFrame(update));
  form.addEventListener("submit", (event) => event.preventDefault());
  $("keys").addEventListener("click", () => help.showModal());
  addEventListener("hashchange", follow);
  addEventListener("load", follow);

  addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || help.open) return;
    if (event.target === search) {
      if (event.key === "Escape") { search.value = ""; update(); search.blur(); }
      if (event.key === "Enter") { event.preventDefault(); search.blur(); down(1); }
      return;
    }
    const act = {
      j: () => down(1),
      k: () => down(-1),
      h: () => across(-1),
      l: () => across(1),
      o: () => { const link = current(); if (link) location.hash = link.hash; },
      d: () => { $("f-d-1").checked = !$("f-d-1").checked; update(); },
      "/": () => { search.scrollIntoView({block: "center"}); search.focus(); search.select(); },
      "?": () => help.showModal(),
      Escape: () => { if (!close() && search.value) { search.value = ""; update(); } },
    }[event.key];
    if (act) { event.preventDefault(); act(); }
  });

  document.querySelector(".search").hidden = false;
  update();
  follow();
})();
