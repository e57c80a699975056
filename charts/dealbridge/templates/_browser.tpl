{{/* Addresses of the browser host and of the proxy, the browsers' only way out. */}}
{{- define "dealbridge.devtoolsPort" -}}9222{{- end -}}
{{- define "dealbridge.proxyPort" -}}8083{{- end -}}

{{/* Names of the processes that open pages in the browser: a list. */}}
{{- define "dealbridge.browserUsers" -}}
{{- $users := list -}}
{{- range $name, $process := include "dealbridge.processes" . | fromJson -}}
{{- if include "dealbridge.hasBrowser" (dict "root" $ "process" $process) }}{{ $users = append $users $name }}{{ end -}}
{{- end -}}
{{- toJson $users -}}
{{- end -}}

{{- define "dealbridge.browserProbe" -}}
httpGet: { port: devtools, path: /json/version }
failureThreshold: 3
timeoutSeconds: 5
{{- end -}}
