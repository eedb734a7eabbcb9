// Ticked codecs side by side, and in words how each differs from the first. Who is faster is what
// was decided for the tables (slower_than); no interval is looked at here.
(() => {
  const { all, byId, data, digits } = serbench;
  const page = data.page;
  const section = byId("compare");
  const table = section.querySelector("table");
  const tables = new Map(page.workloads.map((name, i) => [name, byId(`workload-${i}-figures`)]));
  const known = new Map(); // by workload, codec and operation: the row that has the figure
  for (const point of page.times)
    known.set(JSON.stringify([point.workload, point.codec, point.operation]), data.rows[point.row]);

  const workload = () => byId("compare-workload")?.value ?? page.workloads[0];
  const rowOf = (codec, operation) => known.get(JSON.stringify([workload(), codec, operation]));
  const figuresOf = (codec) =>
    all("tbody tr", tables.get(workload()) ?? section).find((row) => row.dataset.codec === codec);
  const spoken = (codec) =>
    byId("controls").querySelector(
      `input[name=language][value="${CSS.escape(codec.split("/")[0])}"]`,
    );

  function libraryOf(codec) {
    const { row } = page.times.find((time) => time.workload === workload() && time.codec === codec);
    return `${data.rows[row].library} ${data.rows[row].version}`;
  }

  function element(name, text, attributes = {}) {
    const made = document.createElement(name);
    made.textContent = text;
    for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
    return made;
  }

  // The operations that the page shows, of those that one of the codecs has.
  function operations(codecs) {
    const boxes = all("input[name=operation]:checked", byId("controls"));
    return boxes
      .map((box) => box.value)
      .filter((operation) => codecs.some((codec) => rowOf(codec, operation)));
  }

  // Codecs of one language are judged by its table, others by that over all.
  function scope(codecs) {
    const languages = new Set(codecs.map((codec) => codec.split("/")[0]));
    return languages.size === 1
      ? { faster: "language_slower_than", family: "language_family_size", of: spoken(codecs[0]) }
      : { faster: "slower_than", family: "family_size" };
  }

  // What was decided of two rows of one operation: "faster" or "slower" for the first, "open", or
  // "apart" if they were not judged together.
  function decision(one, other, { faster, family }) {
    if (one.run !== other.run || one[family] < 2 || other[family] < 2) return "apart";
    if (other[faster].includes(one.codec)) return "faster";
    return one[faster].includes(other.codec) ? "slower" : "open";
  }

  const to = (operation) => (operation === page.round_trip ? "there and back" : `to ${operation}`);

  function percent(share) {
    const rounded = 100 * share;
    return `${rounded < 1 ? rounded.toPrecision(1) : Math.round(rounded)} %`;
  }

  function bytesInWords(one, other) {
    if (!(one > 0 && other > 0)) return "";
    const ratio = one / other;
    if (one === other) return "the same bytes";
    if (ratio >= 2) return `${digits(ratio)} times the bytes`;
    return ratio > 1 ? `${percent(ratio - 1)} more bytes` : `${percent(1 - ratio)} fewer bytes`;
  }

  function differences(codec, first, shown, judged) {
    const said = { faster: [], slower: [], open: [], apart: [], missing: [] };
    for (const operation of shown) {
      const [one, other] = [rowOf(codec, operation), rowOf(first, operation)];
      if (!one || !other) {
        said.missing.push(to(operation));
        continue;
      }
      const is = decision(one, other, judged);
      const times = digits(
        is === "faster" ? other.time_ns / one.time_ns : one.time_ns / other.time_ns,
      );
      if (is === "faster") said.faster.push(`${times} times as fast ${to(operation)}`);
      else if (is === "slower") said.slower.push(`${times} times the time ${to(operation)}`);
      else said[is].push(`${to(operation)} (${times}×)`);
    }
    const [one, other] = [codec, first].map((id) =>
      shown.map((operation) => rowOf(id, operation)?.bytes).find((bytes) => bytes > 0),
    );
    const parts = [...said.faster, ...said.slower, bytesInWords(one, other)];
    const sentences = [parts.filter(Boolean).join(", ")];
    if (said.open.length) sentences.push(`not decided which is faster: ${said.open.join(", ")}`);
    if (said.apart.length) sentences.push(`not compared by serbench: ${said.apart.join(", ")}`);
    if (said.missing.length) sentences.push(`not measured of both: ${said.missing.join(", ")}`);
    return sentences.filter(Boolean).join("; ");
  }

  function sayWords([first, ...others], shown, judged) {
    byId("compare-words").replaceChildren(
      ...others.map((codec) => {
        const line = element("li", "");
        const text = differences(codec, first, shown, judged);
        line.append(element("b", codec), " beside ", element("b", first), `: ${text}.`);
        return line;
      }),
    );
  }

  // A line of the table: its name, and of each codec a text and, where there is one, a figure.
  function lines(codecs, shown) {
    const rows = codecs.map(figuresOf);
    const heads = all("thead th", tables.get(workload()) ?? section);
    const ofOperation = (operation) => [
      operation,
      ...rows.map((row) => {
        const cell = [...(row?.cells ?? [])].find((one) => one.dataset.operation === operation);
        const figure = cell?.querySelector(".figure.time");
        if (!figure) return [cell?.textContent.trim() || "–"];
        const beside = figure.querySelector(".beside");
        const text = beside.dataset.said ?? beside.textContent;
        return [figure.querySelector("b").textContent, Number(cell.dataset.time), text];
      }),
    ];
    const ofSize = (head) => [
      head.textContent.trim(),
      ...rows.map((row) => {
        const cell = row?.cells[head.cellIndex];
        return [cell?.textContent.trim() ?? "–", Number(cell?.dataset.value ?? NaN)];
      }),
    ];
    const fact = (name, of) => [name, ...rows.map((row) => [row ? of(row) : "–"])];
    return [
      ...shown.map(ofOperation),
      ...heads.filter((head) => head.dataset.key === "size").map(ofSize),
      fact("library", ({ dataset }) => libraryOf(dataset.codec)),
      fact("format", (row) => row.dataset.format),
      fact("traits", (row) => row.dataset.traits.split("\n").join(", ") || "–"),
    ].filter(([, ...cells]) => cells.some(([text]) => text !== "–"));
  }

  function head(codec, place) {
    const cell = element("th", "", { scope: "col" });
    cell.append(element("bdi", codec, { class: "codec" }));
    const buttons = element("span", "", { class: "sub" });
    if (place) {
      const first = element("button", "first", { type: "button" });
      first.setAttribute("aria-label", `put ${codec} first`);
      first.addEventListener("click", () => serbench.ticks.first(codec));
      buttons.append(first, " ");
    }
    const away = element("button", "remove", { type: "button", "aria-label": `remove ${codec}` });
    away.addEventListener("click", () => serbench.ticks.put(codec, false));
    buttons.append(away);
    cell.append(buttons);
    return cell;
  }

  function fill(codecs, shown) {
    const top = element("tr", "");
    top.append(element("th", "", { scope: "col" }), ...codecs.map(head));
    top.cells[0].append(element("span", "figure", { class: "sr" }));
    table.tHead.replaceChildren(top);
    table.tBodies[0].replaceChildren(
      ...lines(codecs, shown).map(([name, ...cells]) => {
        const row = element("tr", "");
        row.append(element("th", name, { scope: "row" }));
        const best = Math.min(...cells.map(([, value]) => value).filter((value) => value > 0));
        for (const [text, value, beside] of cells) {
          const cell = element("td", text);
          if (beside) cell.append(" ", element("span", beside, { class: "beside" }));
          row.append(cell);
          serbench.paint(cell, value > 0 ? value / best : NaN);
        }
        return row;
      }),
    );
    table.caption.firstChild.textContent = `On ${workload()}; sizes and times per value, colours against the best of a line`;
  }

  function draw() {
    const codecs = serbench.ticks.all();
    byId("compare-bar").hidden = codecs.length === 0;
    byId("compare-count").textContent = `${codecs.length} ticked`;
    byId("compare-none").disabled = codecs.length === 0;
    byId("compare-hint").hidden = codecs.length > 1;
    byId("compare-found").hidden = codecs.length < 2;
    if (codecs.length < 2) return;
    const shown = operations(codecs);
    const judged = scope(codecs);
    sayWords(codecs, shown, judged);
    const sizes = shown.flatMap((o) =>
      codecs.map((codec) => rowOf(codec, o)?.[judged.family] ?? 0),
    );
    const family = Math.max(0, ...sizes);
    const language = judged.of?.labels[0].textContent.trim();
    const among = language ? `the ${family} codecs of ${language}` : `all ${family} codecs`;
    byId("compare-decided").textContent =
      family > 1
        ? `Decided among ${among}, as in the tables. Not decided is not equal: a longer run says more.`
        : "Nothing was decided: codecs that take no turns, or in one process each, are not compared.";
    fill(codecs, shown);
  }

  if (page.times.length > 0) {
    section.hidden = false;
    byId("compare-add").addEventListener("change", (event) => {
      if (event.target.value) serbench.ticks.put(event.target.value, true);
      event.target.value = "";
    });
    for (const id of ["compare-none", "compare-bar-none"])
      byId(id).addEventListener("click", () => serbench.ticks.set([]));
    byId("compare-workload")?.addEventListener("change", draw);
    for (const box of all("input[name=operation]", byId("controls")))
      box.addEventListener("change", draw);
    serbench.ticks.watchers.push(draw);
    draw();
  }
})();
