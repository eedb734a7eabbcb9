// Cells coloured by the ratio of their figure to the best of the column, of the rows that are shown.
(() => {
  const { all } = serbench;
  const tables = all("table.figures.sortable");
  const CLASSES = 6;
  // A ratio up to `upTo[n]` is of class n; the legend says the same (serbench.report.html).
  const upTo = all("#heat [data-up-to]").map((part) => Number(part.dataset.upTo || Infinity));
  const HIGHER_IS_BETTER = "memcpy";

  // The figure that a cell shows; NaN without one, or if it is neither good nor bad.
  function figure(cell, shown) {
    const text = cell.dataset.value ?? (shown === "samples" ? undefined : cell.dataset[shown]);
    return text === undefined ? NaN : Number(text);
  }

  function ratio(value, best, isHigherBetter) {
    if (value === best) return 1;
    return isHigherBetter ? best / value : value / best; // of a best of zero: infinite
  }

  function colour(table) {
    const shown = table.dataset.figure;
    const rows = all("tbody tr:not([hidden])", table);
    for (let column = 1; column < table.tHead.rows[0].cells.length; column += 1) {
      const cells = rows.map((row) => [row.cells[column], figure(row.cells[column], shown)]);
      const isNumber = ([, value]) => !Number.isNaN(value);
      const compared = cells.filter(isNumber).map(([cell]) => cell.parentElement);
      const choices = new Set(serbench.choices(compared));
      const values = cells
        .filter(([cell, value]) => isNumber([cell, value]) && choices.has(cell.parentElement))
        .map(([, value]) => value);
      const isHigherBetter = shown === HIGHER_IS_BETTER && !cells[0]?.[0].dataset.value;
      const best = isHigherBetter ? Math.max(...values) : Math.min(...values);
      for (const [cell, value] of cells) {
        // Alone it is no better than others.
        const isColoured = compared.length > 1 && !Number.isNaN(value);
        serbench.paint(cell, isColoured ? ratio(value, best, isHigherBetter) : NaN);
      }
    }
  }

  // By a ratio to the best; none if it is NaN.
  serbench.paint = (cell, of) => {
    for (let n = 0; n < CLASSES; n += 1) cell.classList.remove(`heat-${n}`);
    if (!Number.isNaN(of)) cell.classList.add(`heat-${upTo.findIndex((bound) => of <= bound)}`);
  };

  serbench.colour = () => tables.forEach(colour);
  serbench.watchers.push(serbench.colour);
})();
