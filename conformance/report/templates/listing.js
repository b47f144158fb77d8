// What the pages share: rows in bands that are searched and filtered, with keys. Filtering itself is done by style rules.
"use strict";
const $ = (id) => document.getElementById(id);

// `rows` stand inside `bands`; `textOf` gives what of a row is searched. Null where the page has no filters.
function listing(rows, bands, textOf) {
  const form = $("filters"), search = $("search"), help = $("help");
  if (!form || !search) return null;
  let words = [], texts = null, queued = false;

  const chosen = () => {
    const values = {};
    for (const box of form.querySelectorAll("input[type=checkbox]:checked")) (values[box.name] ??= new Set()).add(box.value);
    return values;
  };
  const kept = (row, values) => Object.keys(values).every((name) => values[name].has(row.dataset[name]));
  const open = () => { const values = chosen(); return rows.filter((row) => !row.hidden && kept(row, values)); };

  function update() {
    queued = false;
    words = search.value.toLowerCase().split(/\s+/).filter(Boolean);
    if (words.length && !texts) texts = new Map(rows.map((row) => [row, textOf(row).toLowerCase()]));
    for (const row of rows) {
      const found = words.every((word) => texts.get(row).includes(word));
      if (row.hidden === found) row.hidden = !found;
    }
    const left = open();
    for (const band of bands) band.hidden = !left.some((row) => band.contains(row));
    $("shown").value = `${left.length.toLocaleString("en")} of ${rows.length.toLocaleString("en")}`;
    $("nothing").hidden = left.length > 0;
  }
  const later = () => { if (!queued) { queued = true; requestAnimationFrame(update); } };
  const cleared = () => { if (search.value) { search.value = ""; update(); } };

  // `acts` by key, beside those that every page has; `enter` leads from the search to the first row.
  function keys(acts, enter) {
    const all = {
      "/": () => { search.scrollIntoView({block: "center"}); search.focus(); search.select(); },
      "?": () => help.showModal(),
      Escape: cleared,
      ...acts,
    };
    addEventListener("keydown", (event) => {
      if (event.ctrlKey || event.metaKey || event.altKey || help.open) return;
      if (event.target === search) {
        if (event.key === "Escape") { cleared(); search.blur(); }
        if (event.key === "Enter") { event.preventDefault(); search.blur(); enter(); }
        return;
      }
      const act = Object.hasOwn(all, event.key) && all[event.key];
      if (act) { event.preventDefault(); act(); }
    });
  }
  // The row `step` further among those that are shown, from one of them or from none.
  function next(from, step) {
    const list = open(), at = list.indexOf(from);
    return list[at < 0 ? (step > 0 ? 0 : list.length - 1) : Math.min(Math.max(at + step, 0), list.length - 1)];
  }
  function reveal(row) { if (!open().includes(row)) { form.reset(); update(); } }

  form.addEventListener("input", later);
  form.addEventListener("reset", () => requestAnimationFrame(update));
  form.addEventListener("submit", (event) => event.preventDefault());
  $("keys").addEventListener("click", () => help.showModal());
  document.querySelector(".search").hidden = false;
  update();
  return {open, update, cleared, keys, next, reveal};
}

// The element that the address names.
function named() {
  let name = location.hash.slice(1);
  try { name = decodeURIComponent(name); } catch { /* the fragment stands as it is */ }
  return name ? $(name) : null;
}
