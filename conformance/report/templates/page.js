// Search, keyboard and links on top of a page that is whole without them. Filtering itself is done by style rules.
"use strict";
(() => {
  const $ = (id) => document.getElementById(id);
  const rows = [...document.querySelectorAll("details.row")];
  const bands = [...document.querySelectorAll(".band")];
  const form = $("filters"), search = $("search"), help = $("help");
  if (!form || !search) return;
  let words = [], texts = null, queued = false;

  const chosen = () => {
    const values = {};
    for (const box of form.querySelectorAll("input[type=checkbox]:checked")) (values[box.name] ??= new Set()).add(box.value);
    return values;
  };
  const kept = (row, values) => Object.keys(values).every((name) => values[name].has(row.dataset[name]));

  function update() {
    queued = false;
    words = search.value.toLowerCase().split(/\s+/).filter(Boolean);
    if (words.length && !texts) texts = new Map(rows.map((row) => [row, row.textContent.toLowerCase()]));
    const values = chosen();
    let shown = 0;
    for (const band of bands) {
      let left = 0;
      for (const row of band.querySelectorAll("details.row")) {
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
  const current = () => document.activeElement && document.activeElement.closest("details.row");
  function move(step) {
    const list = open();
    if (!list.length) return;
    const at = list.indexOf(current());
    const next = list[at < 0 ? (step > 0 ? 0 : list.length - 1) : Math.min(Math.max(at + step, 0), list.length - 1)];
    next.querySelector("summary").focus({preventScroll: true});
    next.querySelector("summary").scrollIntoView({block: "nearest", behavior: "instant"});
  }

  function follow() {
    let name = location.hash.slice(1);
    try { name = decodeURIComponent(name); } catch { /* the fragment stands as it is */ }
    const target = name && document.getElementById(name);
    const holder = target && target.closest("details");
    if (!holder) return;
    if (holder.matches(".row") && !open().includes(holder)) { form.reset(); update(); }
    holder.open = true;
    holder.scrollIntoView({block: "start", behavior: "instant"});
    holder.querySelector("summary").focus({preventScroll: true});
  }

  form.addEventListener("input", later);
  form.addEventListener("reset", () => requestAnimationFrame(update));
  form.addEventListener("submit", (event) => event.preventDefault());
  $("keys").addEventListener("click", () => help.showModal());
  addEventListener("hashchange", follow);
  addEventListener("beforeprint", () => open().slice(0, 40).forEach((row) => { if (/fail|error|warn/.test(row.dataset.v)) row.open = true; }));

  addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || help.open) return;
    if (event.target === search) {
      if (event.key === "Escape") { search.value = ""; update(); search.blur(); }
      if (event.key === "Enter") { event.preventDefault(); search.blur(); move(1); }
      return;
    }
    const act = {
      j: () => move(1),
      k: () => move(-1),
      "/": () => { search.scrollIntoView({block: "center"}); search.focus(); search.select(); },
      o: () => { const row = current(); if (row) row.open = !row.open; },
      "?": () => help.showModal(),
      Escape: () => { if (search.value) { search.value = ""; update(); } },
    }[event.key];
    if (act) { event.preventDefault(); act(); }
  });

  document.querySelector(".search").hidden = false;
  update();
  follow();
})();
