{{/* Name of the release's objects: at most 40 characters, so that suffixes fit into 63. */}}
{{- define "dealbridge.fullname" -}}
{{- $name := ternary .Release.Name (printf "%s-%s" .Release.Name .Chart.Name) (contains .Chart.Name .Release.Name) -}}
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

{{/* The processes that this installation runs, by name: a worker only with what it works on. */}}
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

{{/* What an installation chooses for a component. Takes { root, component }. */}}
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
