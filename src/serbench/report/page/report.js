// Tables: which rows, operations and figures they show, and in which order.
(() => {
  const { byId, all } = serbench;
  const controls = byId("controls");
  const tables = all("table.figures");
  const boxes = all("input[name=language]", controls);
  const rows = all("table.figures tbody tr, table.problems tbody tr");
  const filtered = all("tr[data-codec]").filter((row) => !row.closest("table.matrix"));
  const codecs = new Set(rows.map((row) => row.dataset.codec));
  const ticked = new Set();
  const original = new Map(all("table.sortable").map((table) => [table, all("tbody tr", table)]));

  function filter() {
    const [format, trait] = ["format", "trait"].map((id) => byId(id).value);
    const languages = all("input[name=language]:checked", controls).map((box) => box.value);
    const onlyTicked = byId("only-ticked").checked && ticked.size > 0;
    const words = byId("filter").value.toLowerCase().split(/\s+/).filter(Boolean);
    serbench.shown = new Set();
    for (const row of filtered) {
      // Of a row with figures its name, language and traits: digits would match by chance.
      const said = row.closest("table.problems")
        ? row.textContent
        : row.cells[0].textContent + row.dataset.format + row.dataset.traits;
      const text = said.toLowerCase();
      row.hidden =
        (languages.length && !languages.includes(row.dataset.language)) ||
        (onlyTicked && !ticked.has(row.dataset.codec)) ||
        (format && row.dataset.format !== format) ||
        (trait && !row.dataset.traits.split("\n").includes(trait)) ||
        !words.every((word) => text.includes(word));
      if (!row.hidden) serbench.shown.add(row.dataset.codec);
    }
    for (const part of all("[data-of-language]"))
      part.hidden = languages.length > 0 && !languages.includes(part.dataset.ofLanguage);
    for (const table of tables) table.classList.toggle("one-language", languages.length === 1);
    const shown = rows.filter((row) => !row.hidden).length;
    byId("count").textContent = shown
      ? `${shown} of ${rows.length} rows shown`
      : "Nothing matches.";
    byId("show-all").hidden = shown === rows.length;
    sayFilters(languages, words);
    for (const watcher of serbench.watchers) watcher();
  }

  // On paper, where no control is seen.
  function sayFilters(languages, words) {
    const boxOf = (value) => boxes.find((box) => box.value === value);
    const said = languages.map((value) => boxOf(value).labels[0].textContent.trim());
    for (const id of ["format", "trait"]) if (byId(id).value) said.push(`${id} ${byId(id).value}`);
    if (words.length) said.push(`with the text ${words.join(" ")}`);
    if (byId("only-ticked").checked) said.push("only ticked rows");
    byId("shown-in-print").textContent = said.length
      ? `Filtered: ${said.join(", ")}. ${byId("count").textContent}.`
      : "";
  }

  // Paper opens nothing: what is folded away is printed with the rest.
  const folded = all("details.more");
  const opened = new Set();
  addEventListener("beforeprint", () => {
    for (const part of folded.filter((one) => !one.open)) {
      part.open = true;
      opened.add(part);
    }
  });
  addEventListener("afterprint", () => {
    for (const part of opened) part.open = false;
    opened.clear();
  });

  // What a codec takes as a multiple of the baseline's, beside its time.
  function showBaseline() {
    const chosen = byId("baseline").value;
    for (const table of tables) {
      const row = all("tbody tr", table).find((one) => one.dataset.codec === chosen);
      for (const cell of all("td.cell", table)) {
        const beside = cell.querySelector(".figure.time .beside");
        if (!beside) continue;
        beside.dataset.said ??= beside.textContent;
        const of = row?.cells[cell.cellIndex]?.dataset.time;
        beside.textContent = of
          ? `${serbench.digits(cell.dataset.time / of)}× ${beside.dataset.said}`
          : beside.dataset.said;
      }
    }
  }

  function tickable(row) {
    const box = document.createElement("input");
    box.type = "checkbox";
    box.className = "tick";
    box.checked = ticked.has(row.dataset.codec);
    box.setAttribute("aria-label", `tick ${row.dataset.codec}`);
    box.addEventListener("change", () => serbench.ticks.put(row.dataset.codec, box.checked));
    (row.querySelector(".named") ?? row.cells[0]).prepend(box);
  }

  // Ticked rows, in the order in which they were ticked.
  function tick(codecs) {
    ticked.clear();
    for (const codec of codecs) ticked.add(codec);
    for (const box of all("input.tick")) box.checked = ticked.has(box.closest("tr").dataset.codec);
    for (const watcher of serbench.ticks.watchers) watcher();
  }
  function tickNow(codecs) {
    tick(codecs);
    if (byId("only-ticked").checked) filter();
    serbench.write();
  }
  serbench.ticks = {
    watchers: [],
    all: () => [...ticked],
    put: (codec, isTicked) =>
      tickNow([...ticked].filter((other) => other !== codec).concat(isTicked ? codec : [])),
    first: (codec) => tickNow([codec, ...[...ticked].filter((other) => other !== codec)]),
    set: tickNow,
  };

  function showAll() {
    for (const box of all("input[name=language], #only-ticked", controls)) box.checked = false;
    for (const id of ["format", "trait", "filter"]) byId(id).value = "";
    filter();
    remember();
    serbench.write();
  }

  // The reader's languages hold for the next page too, unless its address says others. A browser
  // may keep nothing for a page that is a file, or for anyone.
  const KEY = "serbench.languages";
  function remember() {
    const chosen = boxes.filter((box) => box.checked).map((box) => box.value);
    try {
      if (chosen.length) localStorage.setItem(KEY, JSON.stringify(chosen));
      else localStorage.removeItem(KEY);
    } catch {
      // then they hold for this page alone
    }
  }
  function recall() {
    if (serbench.isGiven()) return;
    try {
      const chosen = JSON.parse(localStorage.getItem(KEY));
      if (Array.isArray(chosen))
        for (const box of boxes) box.checked ||= chosen.includes(box.value);
    } catch {
      // refused, or not what was written there
    }
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
    serbench.colour();
  }

  // What a row is sorted by in a column; null, which goes last either way, if it has nothing.
  function key(row, header, table) {
    const cell = row.cells[header.cellIndex];
    if (header.dataset.key === "codec") return cell.textContent.trim().toLowerCase();
    const text = cell.dataset.value ?? cell.dataset[table.dataset.figure];
    return text === undefined ? null : Number(text);
  }

  const nameOf = (header) => header.querySelector("button").textContent.trim();

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
    sayOrder(table, direction ? header : null, direction);
  }

  // The caption says by what the rows are sorted: at first what the page was written with.
  const usual = new Map(
    [...original.keys()].map((table) => [table, table.querySelector("caption .order")]),
  );
  for (const [table, order] of usual) usual.set(table, order && [...order.childNodes]);
  function sayOrder(table, header, direction) {
    const order = table.querySelector("caption .order");
    if (!order) return;
    if (!header) {
      order.replaceChildren(...usual.get(table));
      return;
    }
    const isName = header.dataset.key === "codec";
    const figure = byId("figure").selectedOptions[0].textContent;
    const of = header.dataset.key === "operation" ? `, ${figure}` : "";
    const ends = isName ? ["A to Z", "Z to A"] : ["lowest first", "highest first"];
    const name = document.createElement("bdi");
    name.textContent = nameOf(header);
    order.replaceChildren(name, `${of}, ${ends[direction === "ascending" ? 0 : 1]}`);
  }

  serbench.sortAgain = (table) => {
    const sorted = table.querySelector("th[aria-sort]");
    if (sorted) sort(table, sorted, sorted.getAttribute("aria-sort"));
  };

  // Another order for rows that nobody sorted.
  serbench.order = (table, rows) => {
    original.set(table, rows);
    const sorted = table.querySelector("th[aria-sort]");
    sort(table, sorted, sorted?.getAttribute("aria-sort"));
  };

  for (const table of original.keys()) {
    for (const header of all("thead th", table)) {
      const next = { ascending: "descending", descending: null };
      header.querySelector("button").addEventListener("click", () => {
        const now = header.getAttribute("aria-sort");
        sort(table, header, now ? next[now] : "ascending");
        serbench.write();
      });
    }
  }

  async function download(form) {
    const { page, ...data } = serbench.data;
    const blob =
      form === "csv"
        ? new Blob([await unpacked(page.csv_gzip)], { type: "text/csv" })
        : new Blob([JSON.stringify(data)], { type: "application/json" });
    const link = document.createElement("a");
    link.href = URL.createObjectURL(blob);
    link.download = `serbench.${form}`;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 1000);
  }

  function unpacked(base64) {
    const packed = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
    const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip"));
    return new Response(stream).arrayBuffer();
  }

  for (const form of all("form"))
    form.addEventListener("submit", (event) => event.preventDefault());
  for (const id of ["format", "trait", "only-ticked"]) byId(id).addEventListener("change", filter);
  for (const box of boxes)
    box.addEventListener("change", (event) => {
      if (event.isTrusted) remember(); // not what an address says
      filter();
    });
  byId("show-all").addEventListener("click", showAll);
  byId("baseline").addEventListener("change", showBaseline);
  byId("filter").addEventListener("input", filter);
  byId("figure").addEventListener("change", showFigure);
  for (const box of all("input[name=operation]", controls))
    box.addEventListener("change", showOperations);
  for (const button of all("button[data-download]")) {
    button.addEventListener("click", () => download(button.dataset.download));
  }

  // A page reloaded keeps what was chosen in its controls.
  controls.hidden = false;
  // On a narrow screen they would be all that is seen of the table.
  byId("more-controls").open = matchMedia("(min-width: 60rem)").matches;
  recall();
  byId("downloads").hidden = false;
  byId("heat").hidden = false;
  if (!controls.querySelector("input[name=operation]:checked")) {
    for (const box of all("input[name=operation]", controls)) box.checked = true;
  }
  for (const row of all("table.sortable:is(.figures, .matrix) tbody tr")) tickable(row);
  serbench.keep(
    "rows",
    () => [...ticked].join(","),
    (text) => tick(text.split(",").filter((codec) => codecs.has(codec))),
  );
  // Of each table a name for its order: "sort=-bytes" is by bytes, the highest first.
  for (const kind of ["figures", "matrix", "calculator"]) {
    all(`table.sortable.${kind}`).forEach((table, i) => {
      const name = `${kind === "figures" ? "sort" : `${kind}-sort`}${i ? `-${i + 1}` : ""}`;
      const text = () => {
        const header = table.querySelector("th[aria-sort]");
        if (!header) return "";
        return `${header.getAttribute("aria-sort") === "descending" ? "-" : ""}${nameOf(header)}`;
      };
      serbench.keep(name, text, (given) => {
        const headers = all("thead th", table);
        const wanted = given.replace(/^-/, "");
        const header = headers.find((one) => nameOf(one) === wanted);
        sort(table, header, header && (given.startsWith("-") ? "descending" : "ascending"));
      });
    });
  }
  filter();
  showOperations();
  showFigure();
  showBaseline();
})();
