"use strict";
// The page's scripts share this: what the result holds, and which codecs the filters leave.
const serbench = {
  data: JSON.parse(document.getElementById("data").textContent),
  byId: (id) => document.getElementById(id),
  all: (selector, within = document) => [...within.querySelectorAll(selector)],
  shown: new Set(),
  watchers: [], // called when `shown` has changed

  // Three significant digits, as the tables have them.
  digits(x) {
    if (x === 0 || !Number.isFinite(x)) return String(x);
    const rounded = Number(x.toPrecision(3));
    return rounded.toFixed(Math.max(0, 2 - Math.floor(Math.log10(Math.abs(rounded)))));
  },
  scaled(x, units) {
    const [unit, factor] = units.find(([, factor]) => Math.abs(x) < 999.5 * factor) ?? units.at(-1);
    return `${serbench.digits(x / factor)} ${unit}`;
  },
  time: (ns) => serbench.scaled(ns, [["ns", 1], ["µs", 1e3], ["ms", 1e6], ["s", 1e9]]),
};

{
  const { rows, page } = serbench.data;
  serbench.data.rows = rows.map((values) => {
    const row = Object.fromEntries(page.columns.map((name, place) => [name, values[place]]));
    return { ...row, slower_than: row.slower_than.map((place) => page.codecs[place]) };
  });
}

(() => {
  const { byId, all } = serbench;
  const controls = byId("controls");
  const tables = all("table.figures");
  const rows = all("table.figures tbody tr, table.problems tbody tr");
  const filtered = all("tr[data-codec]");
  const original = new Map(all("table.sortable").map((table) => [table, all("tbody tr", table)]));

  function filter() {
    const [language, format, trait] = ["language", "format", "trait"].map((id) => byId(id).value);
    const words = byId("filter").value.toLowerCase().split(/\s+/).filter(Boolean);
    serbench.shown = new Set();
    for (const row of filtered) {
      // Of a row with figures its name, language and traits: digits would match by chance.
      const said = row.closest("table.problems") ? row.textContent : row.cells[0].textContent + row.dataset.format + row.dataset.traits;
      const text = said.toLowerCase();
      row.hidden =
        (language && row.dataset.language !== language) ||
        (format && row.dataset.format !== format) ||
        (trait && !row.dataset.traits.split("\n").includes(trait)) ||
        !words.every((word) => text.includes(word));
      if (!row.hidden) serbench.shown.add(row.dataset.codec);
    }
    for (const table of tables) table.classList.toggle("one-language", language !== "");
    const shown = rows.filter((row) => !row.hidden).length;
    byId("count").textContent = `${shown} of ${rows.length} rows shown`;
    for (const watcher of serbench.watchers) watcher();
  }

  function showOperations() {
    const chosen = new Set(all("input[name=operation]:checked", controls).map((box) => box.value));
    for (const part of all("[data-operation]")) part.hidden = !chosen.has(part.dataset.operation);
  }

  function showFigure() {
    for (const table of tables) {
      table.dataset.figure = byId("figure").value;
      serbench.sortAgain(table);
    }
  }

  // What a row is sorted by in a column; null, which goes last either way, if it has nothing.
  function key(row, header, table) {
    const cell = row.cells[header.cellIndex];
    if (header.dataset.key === "codec") return cell.textContent.trim().toLowerCase();
    const text = cell.dataset.value ?? cell.dataset[table.dataset.figure];
    return text === undefined ? null : Number(text);
  }

  function sort(table, header, direction) {
    for (const other of all("thead th", table)) other.removeAttribute("aria-sort");
    let order = original.get(table);
    if (direction) {
      header.setAttribute("aria-sort", direction);
      const sign = direction === "ascending" ? 1 : -1;
      const keyed = order.map((row) => [key(row, header, table), row]);
      keyed.sort(([a], [b]) => {
        if (a === null || b === null) return (a === null) - (b === null);
        return a < b ? -sign : a > b ? sign : 0;
      });
      order = keyed.map(([, row]) => row);
    }
    table.tBodies[0].append(...order);
  }

  serbench.sortAgain = (table) => {
    const sorted = table.querySelector("th[aria-sort]");
    if (sorted) sort(table, sorted, sorted.getAttribute("aria-sort"));
  };

  for (const table of original.keys()) {
    for (const header of all("thead th", table)) {
      const next = { ascending: "descending", descending: null };
      header.querySelector("button").addEventListener("click", () => {
        const now = header.getAttribute("aria-sort");
        sort(table, header, now ? next[now] : "ascending");
      });
    }
  }

  function download(form) {
    const { page, ...data } = serbench.data;
    const [text, type] = form === "csv" ? [page.csv, "text/csv"] : [JSON.stringify(data), "application/json"];
    const link = document.createElement("a");
    link.href = URL.createObjectURL(new Blob([text], { type }));
    link.download = `serbench.${form}`;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 1000);
  }

  for (const form of all("form")) form.addEventListener("submit", (event) => event.preventDefault());
  for (const id of ["language", "format", "trait"]) byId(id).addEventListener("change", filter);
  byId("filter").addEventListener("input", filter);
  byId("figure").addEventListener("change", showFigure);
  for (const box of all("input[name=operation]", controls)) box.addEventListener("change", showOperations);
  for (const button of all("button[data-download]")) {
    button.addEventListener("click", () => download(button.dataset.download));
  }

  // A page reloaded keeps what was chosen in its controls.
  controls.hidden = false;
  byId("downloads").hidden = false;
  if (!controls.querySelector("input[name=operation]:checked")) {
    for (const box of all("input[name=operation]", controls)) box.checked = true;
  }
  filter();
  showOperations();
  showFigure();
})();
