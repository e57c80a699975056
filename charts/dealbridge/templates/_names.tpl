{{/*
Name of the release's objects: at most 40 characters, so that suffixes fit into 63. Unique per release, even for a release
whose name contains the chart's.
*/}}
{{- define "dealbridge.fullname" -}}
{{- $name := ternary .Release.Name (printf "%s-%s" .Release.Name .Chart.Name) (eq .Chart.Name .Release.Name) -}}
{{- if gt (len $name) 40 -}}
{{- printf "%s-%s" ($name | trunc 31 | trimSuffix "-") (sha256sum $name | trunc 8) -}}
{{- else -}}
{{- $name -}}
{{- end -}}
{{- end -}}

{{/* Labels that select the pods of a component, which never change. Takes { root, component }. */}}
{{- define "dealbridge.selectorLabels" -}}
app.kubernetes.io/name: {{ .root.Chart.Name }}
app.kubernetes.io/instance: {{ .root.Release.Name | trunc 63 | trimSuffix "-" }}
app.kubernetes.io/component: {{ .component }}
{{- end -}}

{{- define "dealbridge.labels" -}}
{{ include "dealbridge.selectorLabels" . }}
app.kubernetes.io/part-of: {{ .root.Chart.Name }}
app.kubernetes.io/version: {{ .root.Chart.AppVersion | replace "+" "_" | quote }}
app.kubernetes.io/managed-by: {{ .root.Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .root.Chart.Name .root.Chart.Version | replace "+" "_" | trunc 63 | trimSuffix "-" }}
{{- end -}}

{{/* The processes that this installation runs, by name. A worker needs its setting. */}}
{{- define "dealbridge.processes" -}}
{{- $table := .Files.Get "files/processes.json" | fromJson -}}
{{- $running := dict -}}
{{- range $name, $process := $table -}}
{{- if or (not $process.runsWith) (get $.Values.secrets ($process.runsWith | default "")) -}}
{{- $_ := set $running $name $process -}}
{{- end -}}
{{- end -}}
{{- toJson $running -}}
{{- end -}}

{{/* Whether a process opens pages in the browser of the release; empty when not. Takes { root, process }. */}}
{{- define "dealbridge.hasBrowser" -}}
{{- if and .root.Values.browser.enabled (has "CAPTURE_BROWSER_URL" .process.settings) }}true{{ end -}}
{{- end -}}

{{/*
Most connections to Postgres, including one surge pod per component during a rollout: { main, memory }.
*/}}
{{- define "dealbridge.connections" -}}
{{- $main := 0 -}}
{{- $memory := 0 -}}
{{- range $name, $process := include "dealbridge.processes" . | fromJson -}}
{{- with $process.connections -}}
{{- $component := include "dealbridge.component" (dict "root" $ "component" $name) | fromJson -}}
{{- $each := add (int .others) (ternary (int (get $.Values.settings "PG_POOL_MAX" | default 5)) 0 .hasPool) -}}
{{- $all := mul $each (add 1 (include "dealbridge.podsMax" $component)) -}}
{{- if and $.Values.secrets.copilot (hasKey $process.secrets "MEMORY_DATABASE_URL") -}}
{{- $memory = add $memory $all -}}
{{- else -}}
{{- $main = add $main $all -}}
{{- end -}}
{{- end -}}
{{- end -}}
{{- toJson (dict "main" $main "memory" $memory) -}}
{{- end -}}

{{/* Most pods of a component. Takes its values. */}}
{{- define "dealbridge.podsMax" -}}
{{- ternary .autoscaling.maxReplicas .replicas (or .autoscaling.enabled .autoscaling.external) | int -}}
{{- end -}}

{{/* Values of a component. Takes { root, component }. */}}
{{- define "dealbridge.component" -}}
{{- $own := get .root.Values.components .component | default dict -}}
{{- toJson (mustMergeOverwrite (deepCopy .root.Values.defaults) (deepCopy $own)) -}}
{{- end -}}

{{/* Takes { root, repository, tag, digest }. */}}
{{- define "dealbridge.image" -}}
{{- $repository := .repository -}}
{{- with .root.Values.image.registry -}}{{- $repository = printf "%s/%s" (trimSuffix "/" .) $repository -}}{{- end -}}
{{- if .digest -}}
{{- printf "%s@%s" $repository .digest -}}
{{- else -}}
{{- printf "%s:%s" $repository (.tag | default .root.Values.image.tag | default .root.Chart.AppVersion) -}}
{{- end -}}
{{- end -}}
