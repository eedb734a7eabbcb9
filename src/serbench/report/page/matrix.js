// The matrix of codecs and workloads: ratios to the best of the rows that are shown, and their
// geometric mean (serbench.report.matrix has the same for a page without scripts).
(() => {
  const { all, byId, digits } = serbench;
  const table = document.querySelector("table.matrix");
  if (!table) return;
  const figures = all("table.figures.sortable tbody tr");
  const lines = all("tbody tr", table).map((row) => {
    const cells = [...row.cells].slice(1, -1);
    const parsed = (name) => cells.map((cell) => JSON.parse(cell.dataset[name]));
    return {
      row,
      cells,
      mean: row.cells[row.cells.length - 1],
      values: parsed("values"),
      marks: parsed("marks"),
    };
  });
  const columns = lines[0].cells.length;
  const measures = [...byId("matrix-measure").options].map((option) => option.value);
  const isChoice = ({ row }) => serbench.isChoice(row);

  const chosen = () => Math.max(0, measures.indexOf(byId("matrix-measure").value));

  // The rows that share a best: those of a language, or all.
  function groups(shown) {
    const found = new Map();
    for (const line of shown) {
      const of = byId("matrix-best").value === "all" ? "" : line.row.dataset.language;
      found.set(of, [...(found.get(of) ?? []), line]);
    }
    return found.values();
  }

  function put(cell, text, value, isColoured, mark = "") {
    cell.textContent = text;
    const said = document.createElement("span");
    said.className = "mark";
    said.textContent = mark;
    cell.append(said);
    if (Number.isFinite(value)) cell.dataset.value = value;
    else delete cell.dataset.value;
    serbench.paint(cell, isColoured ? value : NaN);
  }

  function fillColumn(lines, column, measure) {
    const valueOf = (line) => line.values[column][measure];
    const measured = lines.filter((line) => valueOf(line) > 0);
    const rows = new Set(serbench.choices(measured.map(({ row }) => row)));
    const best = Math.min(...measured.filter(({ row }) => rows.has(row)).map(valueOf));
    for (const line of lines) {
      const cell = line.cells[column];
      const ratio = valueOf(line) > 0 ? valueOf(line) / best : NaN;
      line.ratios[column] = ratio;
      const text = Number.isNaN(ratio) ? cell.dataset.missing : `${digits(ratio)}×`;
      const isColoured = measured.length > 1; // alone it is no better than others
      put(cell, text, ratio, isColoured, line.marks[column][measure]);
    }
  }

  function fillMean(line) {
    const ratios = line.ratios.filter((ratio) => ratio > 0);
    line.held = ratios.length;
    line.of = Math.exp(ratios.reduce((sum, ratio) => sum + Math.log(ratio), 0) / ratios.length);
    put(line.mean, line.held ? `${digits(line.of)}×` : "–", line.of, true);
    if (line.held === columns) return;
    const said = document.createElement("span");
    said.className = "beside";
    said.textContent = `${line.held} of ${columns}`;
    line.mean.prepend(said, " ");
  }

  function fill() {
    const seen = new Set(figures.filter((row) => !row.hidden).map((row) => row.dataset.codec));
    for (const { row } of lines) row.hidden = !seen.has(row.dataset.codec);
    const measure = chosen();
    const shown = lines.filter(({ row }) => !row.hidden);
    for (const group of groups(shown)) {
      for (const line of group) line.ratios = [];
      for (let column = 0; column < columns; column += 1) fillColumn(group, column, measure);
      group.forEach(fillMean);
    }
    table.querySelector("caption .measure").textContent = measures[measure];
    const best = byId("matrix-best").selectedOptions[0].textContent;
    table.querySelector("caption .best-of").textContent = best;
    // No order is asked for: those of all workloads first, and last what is no choice.
    const order = [...shown].sort(
      (a, b) => isChoice(b) - isChoice(a) || b.held - a.held || (a.of || 0) - (b.of || 0),
    );
    const rest = lines.filter(({ row }) => row.hidden);
    serbench.order(
      table,
      [...order, ...rest].map(({ row }) => row),
    );
  }

  for (const id of ["matrix-measure", "matrix-best"]) byId(id).addEventListener("change", fill);
  byId("matrix-controls").hidden = false;
  serbench.watchers.push(fill);
})();
