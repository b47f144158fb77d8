// Search, keyboard and links on top of a page that is whole without them.
(() => {
  const rows = [...document.querySelectorAll("details.row")];
  const list = listing(rows, [...document.querySelectorAll(".band")], (row) => row.textContent);
  if (!list) return;

  const current = () => document.activeElement && document.activeElement.closest("details.row");
  function move(step) {
    const row = list.next(current(), step);
    if (!row) return;
    row.querySelector("summary").focus({preventScroll: true});
    row.querySelector("summary").scrollIntoView({block: "nearest", behavior: "instant"});
  }

  function follow() {
    const target = named(), holder = target && target.closest("details");
    if (!holder) return;
    if (holder.matches(".row")) list.reveal(holder);
    holder.open = true;
    holder.scrollIntoView({block: "start", behavior: "instant"});
    holder.querySelector("summary").focus({preventScroll: true});
  }

  addEventListener("hashchange", follow);
  addEventListener("beforeprint", () => list.open().slice(0, 40).forEach((row) => { if (/fail|error|warn/.test(row.dataset.v)) row.open = true; }));
  list.keys({
    j: () => move(1),
    k: () => move(-1),
    o: () => { const row = current(); if (row) row.open = !row.open; },
  }, () => move(1));
  follow();
})();
