/** One line, or group of lines, of a panel. */
interface Query {
  /** PromQL; `$namespace` is that of the installation. */
  readonly expr: string;
  /** Legend of a line, with labels in double braces. */
  readonly legend: string;
}

/** Units by Grafana's names. */
export type Unit = 's' | 'reqps' | 'ops' | 'percentunit' | 'short' | 'bytes' | 'bool_yes_no';

export interface Panel {
  readonly title: string;
  /** Tells the reader what is normal, and when to act. */
  readonly description: string;
  readonly unit: Unit;
  readonly queries: readonly Query[];
}

export interface Row {
  readonly title: string;
  readonly panels: readonly Panel[];
}

export interface Dashboard {
  /** Part of its address in Grafana. */
  readonly uid: string;
  readonly title: string;
  readonly rows: readonly Row[];
}

const DATASOURCE = { type: 'prometheus', uid: '${datasource}' };
const COLUMNS = 3;
const WIDTH = 24 / COLUMNS;
const HEIGHT = 8;
/** Version of Grafana's dashboard schema; newer Grafanas migrate it. */
const SCHEMA_VERSION = 39;

/**
 * The dashboard in Grafana's import format. Not by `@grafana/grafana-foundation-sdk`: it saves hardly a line, numbers no panels, and adds its own
 * defaults to the JSON, hidden legends among them.
 */
export function dashboardJson({ uid, title, rows }: Dashboard): unknown {
  let id = 0;
  let y = 0;
  const panels = rows.flatMap((row) => {
    const top = y;
    y += 1 + Math.ceil(row.panels.length / COLUMNS) * HEIGHT;
    return [
      {
        id: (id += 1),
        type: 'row',
        title: row.title,
        collapsed: false,
        gridPos: { x: 0, y: top, w: 24, h: 1 },
        panels: [],
      },
      ...row.panels.map((panel, index) => {
        const x = (index % COLUMNS) * WIDTH;
        return panelJson(panel, (id += 1), { x, y: top + 1 + Math.floor(index / COLUMNS) * HEIGHT });
      }),
    ];
  });
  return {
    uid: `dealbridge-${uid}`,
    title: `Dealbridge: ${title}`,
    tags: ['dealbridge'],
    schemaVersion: SCHEMA_VERSION,
    editable: false,
    timezone: 'browser',
    time: { from: 'now-6h', to: 'now' },
    refresh: '1m',
    templating: { list: VARIABLES },
    annotations: { list: [] },
    panels,
  };
}

/** `job` is `<namespace>/<component>`. */
const VARIABLES = [
  { name: 'datasource', label: 'Data source', type: 'datasource', query: 'prometheus' },
  {
    name: 'namespace',
    label: 'Installation',
    type: 'query',
    datasource: DATASOURCE,
    query: 'label_values(nodejs_eventloop_utilization_ratio, job)',
    regex: '/(.+)\\/.+/',
    refresh: 2,
    sort: 1,
  },
];

function panelJson({ title, description, unit, queries }: Panel, id: number, at: { x: number; y: number }): unknown {
  return {
    id,
    type: 'timeseries',
    title,
    description,
    datasource: DATASOURCE,
    gridPos: { ...at, w: WIDTH, h: HEIGHT },
    fieldConfig: {
      defaults: { unit, min: 0, custom: { fillOpacity: 5, showPoints: 'never', spanNulls: true } },
      overrides: [],
    },
    options: { legend: { displayMode: 'list', placement: 'bottom' }, tooltip: { mode: 'multi', sort: 'desc' } },
    targets: queries.map(({ expr, legend }, index) => {
      return { refId: String.fromCodePoint(65 + index), datasource: DATASOURCE, expr, legendFormat: legend };
    }),
  };
}

/** Below this many seconds are that share of a histogram's measurements: for `quantile` of 0.99, all but one in a hundred. */
export function quantile(share: number, metric: string, selector: string, by: readonly string[] = []): string {
  return `histogram_quantile(${share}, sum by (${[...by, 'le'].join(', ')}) (rate(${metric}_bucket{${selector}}[$__rate_interval])))`;
}

/** The growth of a counter per second. */
export function rate(counter: string, selector: string, by: readonly string[] = []): string {
  return `sum by (${by.join(', ')}) (rate(${counter}{${selector}}[$__rate_interval]))`;
}
