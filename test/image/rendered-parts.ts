import { type Container, type KubeObject, ofKind, type PodSpec } from '../chart/rendered.ts';

type Labels = Readonly<Record<string, string>>;

/** Jobs in Helm's order. */
export function jobsOf(objects: readonly KubeObject[]): { pod: PodSpec; container: Container }[] {
  const weightOf = ({ metadata }: KubeObject): number => Number(metadata.annotations?.['helm.sh/hook-weight'] ?? 0);
  return ofKind(objects, 'Job')
    .toSorted((one, other) => weightOf(one) - weightOf(other) || one.metadata.name.localeCompare(other.metadata.name))
    .map(({ spec }) => podOf(spec?.template?.spec));
}

function podOf(pod: PodSpec | undefined): { pod: PodSpec; container: Container } {
  const [container] = pod?.containers ?? [];
  if (!pod || !container) throw new Error('The pod has no container.');
  return { pod, container };
}

/** A component's pod, and the names of its Services. */
export function partsOf(
  objects: readonly KubeObject[],
  component: string,
): { pod: PodSpec; container: Container; aliases: string[] } {
  const isOf = (labels: Labels = {}): boolean => labels['app.kubernetes.io/component'] === component;
  const deployment = ofKind(objects, 'Deployment').find(({ metadata }) => isOf(metadata.labels));
  const services = ofKind(objects, 'Service').filter(({ spec }) => isOf(spec?.selector as Labels | undefined));
  return { ...podOf(deployment?.spec?.template?.spec), aliases: services.map(({ metadata }) => metadata.name) };
}
