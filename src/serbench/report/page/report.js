"use strict";
(() => {
  const byId = (id) => document.getElementById(id);
  const all = (selector, within = document) => [...within.querySelectorAll(selector)];
  const controls = byId("controls");
  const tables = all("table.figures");
  const rows = all("table.figures tbody tr, table.problems tbody tr");
  const original = new Map(tables.map((table) => [table, all("tbody tr", table)]));

  function filter() {
    const language = byId("language").value;
    const words = byId("filter").value.toLowerCase().split(/\s+/).filter(Boolean);
    for (const row of rows) {
      // Of a row with figures its name, language and traits: digits would match by chance.
      const said = row.closest("table.figures") ? row.cells[0] : row;
      const text = said.textContent.toLowerCase();
      row.hidden = (language && row.dataset.language !== language) || !words.every((word) => text.includes(word));
    }
    for (const table of tables) table.classList.toggle("one-language", language !== "");
    const shown = rows.filter((row) => !row.hidden).length;
    byId("count").textContent = `${shown} of ${rows.length} rows shown`;
  }

  function showOperations() {
    const chosen = new Set(all("input[name=operation]:checked", controls).map((box) => box.value));
    for (const part of all("[data-operation]")) part.hidden = !chosen.has(part.dataset.operation);
  }

  function showFigure() {
    for (const table of tables) {
      table.dataset.figure = byId("figure").value;
      const sorted = table.querySelector("th[aria-sort]");
      if (sorted) sort(table, sorted, sorted.getAttribute("aria-sort"));
    }
  }

  // What a row is sorted by in a column; null, which goes last either way, if it has nothing.
  function key(row, header, table) {
    const cell = row.cells[header.cellIndex];
    if (header.dataset.key === "codec") return cell.textContent.trim().toLowerCase();
    const text = header.dataset.key === "size" ? cell.dataset.size : cell.dataset[table.dataset.figure];
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

  for (const table of tables) {
    for (const header of all("thead th", table)) {
      const next = { ascending: "descending", descending: null };
      header.querySelector("button").addEventListener("click", () => {
        const now = header.getAttribute("aria-sort");
        sort(table, header, now ? next[now] : "ascending");
      });
    }
  }

  function download() {
    const blob = new Blob([byId("data").textContent], { type: "application/json" });
    const link = document.createElement("a");
    link.href = URL.createObjectURL(blob);
    link.download = "serbench.json";
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 1000);
  }

  controls.addEventListener("submit", (event) => event.preventDefault());
  byId("language").addEventListener("change", filter);
  byId("filter").addEventListener("input", filter);
  byId("figure").addEventListener("change", showFigure);
  for (const box of all("input[name=operation]", controls)) box.addEventListener("change", showOperations);
  byId("download").addEventListener("click", download);

  // A page reloaded keeps what was chosen in its controls.
  controls.hidden = false;
  byId("download").hidden = false;
  if (!controls.querySelector("input[name=operation]:checked")) {
    for (const box of all("input[name=operation]", controls)) box.checked = true;
  }
  filter();
  showOperations();
  showFigure();
})();
