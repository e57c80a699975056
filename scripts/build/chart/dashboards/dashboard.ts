/** One line, or group of lines, of a panel. */
interface Query {
  /** PromQL; `$namespace` is the namespace of the installation. */
  readonly expr: string;
  /** Legend of the line, with labels in double braces. */
  readonly legend: string;
}

/** Units by Grafana's names. */
export type Unit = 's' | 'reqps' | 'ops' | 'percentunit' | 'short' | 'bytes' | 'bool_yes_no';

export interface Panel {
  readonly title: string;
  /** States what is normal, and when to act. */
  readonly description: string;
  readonly unit: Unit;
  readonly queries: readonly Query[];
}

export interface Row {
  readonly title: string;
  readonly panels: readonly Panel[];
}

export interface Dashboard {
  /** Id of the dashboard in its Grafana URL. */
  readonly uid: string;
  readonly title: string;
  readonly rows: readonly Row[];
}

const DATASOURCE = { type: 'prometheus', uid: '${datasource}' };
const COLUMNS = 3;
const WIDTH = 24 / COLUMNS;
const HEIGHT = 8;
/** Version of Grafana's dashboard schema; newer Grafana versions migrate it. */
const SCHEMA_VERSION = 39;

/**
 * The dashboard in Grafana's import format. Does not use `@grafana/grafana-foundation-sdk`, which hardly saves a line, does not number panels, and
 * adds its own defaults to the JSON, such as hidden legends.
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

/** PromQL for a quantile of a histogram: with a share of 0.99, the value below which all but one in a hundred measurements lie. */
export function quantile(share: number, metric: string, selector: string, by: readonly string[] = []): string {
  return `histogram_quantile(${share}, sum by (${[...by, 'le'].join(', ')}) (rate(${metric}_bucket{${selector}}[$__rate_interval])))`;
}

/** PromQL for a counter's increase per second. */
export function rate(counter: string, selector: string, by: readonly string[] = []): string {
  return `sum by (${by.join(', ')}) (rate(${counter}{${selector}}[$__rate_interval]))`;
}
