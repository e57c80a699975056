{{/* Pod settings shared by all pods, including jobs and tests. */}}
{{- define "dealbridge.podSecurity" -}}
automountServiceAccountToken: false
enableServiceLinks: false
securityContext:
  runAsNonRoot: true
  runAsUser: 10001
  runAsGroup: 10001
  fsGroup: 10001
  seccompProfile: { type: RuntimeDefault }
{{- with .Values.image.pullSecrets }}
imagePullSecrets:
  {{- range . }}
  - name: {{ . }}
  {{- end }}
{{- end }}
{{- end -}}

{{- define "dealbridge.containerSecurity" -}}
allowPrivilegeEscalation: false
readOnlyRootFilesystem: true
capabilities: { drop: [ALL] }
{{- end -}}

{{/* Scheduling. Takes the values of a component or of jobs. */}}
{{- define "dealbridge.scheduling" -}}
{{- with .nodeSelector }}
nodeSelector:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .tolerations }}
tolerations:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .affinity }}
affinity:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .priorityClassName }}
priorityClassName: {{ . }}
{{- end }}
{{- with .runtimeClassName }}
runtimeClassName: {{ . }}
{{- end }}
{{- end -}}

{{- define "dealbridge.trustedCaVariable" -}}
{{- with .Values.trustedCa }}
- name: NODE_EXTRA_CA_CERTS
  value: /etc/trusted-ca/ca.crt
{{- end }}
{{- end -}}

{{- define "dealbridge.trustedCaVolume" -}}
{{- with .Values.trustedCa }}
- name: trusted-ca
  secret: { secretName: {{ . }}, items: [{ key: ca.crt, path: ca.crt }] }
{{- end }}
{{- end -}}

{{/* Volume mounts of a process's container. Takes { root, process }. */}}
{{- define "dealbridge.mounts" -}}
{{- if .root.Values.trustedCa }}
- { name: trusted-ca, mountPath: /etc/trusted-ca, readOnly: true }
{{- end }}
{{- if and .root.Values.publicPages (has "PUBLIC_PAGES_DIR" .process.settings) }}
- { name: public-pages, mountPath: /etc/public-pages, readOnly: true }
{{- end }}
{{- if include "dealbridge.hasBrowser" . }}
# The browser driver creates an empty folder for each connection.
- { name: scratch, mountPath: /tmp }
{{- end }}
{{- end -}}

{{/* Volumes of its pod. Takes { root, process }. */}}
{{- define "dealbridge.volumes" -}}
{{- include "dealbridge.trustedCaVolume" .root }}
{{- if and .root.Values.publicPages (has "PUBLIC_PAGES_DIR" .process.settings) }}
- name: public-pages
  configMap: { name: {{ .root.Values.publicPages }} }
{{- end }}
{{- if include "dealbridge.hasBrowser" . }}
- name: scratch
  emptyDir: { sizeLimit: 16Mi }
{{- end }}
{{- end -}}

{{/* A setting as text. Numbers in values are floats, which would render as 2.592e+09. */}}
{{- define "dealbridge.settingText" -}}
{{- if and (kindIs "float64" .) (eq . (floor .)) }}{{ int64 . }}{{ else }}{{ toString . }}{{ end -}}
{{- end -}}

{{/* A variable from a Secret of the installation; empty when the Secret is not configured. Takes { root, name, source }. */}}
{{- define "dealbridge.secretVariable" -}}
{{- with get .root.Values.secrets .source.secret }}
- name: {{ $.name }}
  valueFrom:
    secretKeyRef:
      name: {{ . }}
      key: {{ $.source.key }}
      {{- if $.source.optional }}
      optional: true
      {{- end }}
{{- end }}
{{- end -}}

{{/* The environment of a process, without extraEnv. Takes { root, name, process, component, processes }. */}}
{{- define "dealbridge.env" -}}
{{- $root := .root -}}
{{- $full := include "dealbridge.fullname" $root -}}
- name: NODE_ENV
  value: production
- name: NODE_OPTIONS
  value: --max-old-space-size-percentage=60
- name: STOP_GRACE_MS
  value: {{ mul 1000 (sub (sub (int .component.terminationGracePeriodSeconds) (int .component.preStopSeconds)) 5) | quote }}
{{- range $setting, $origin := .process.origins }}
- name: {{ $setting }}
  value: {{ get $root.Values.origins $origin | quote }}
{{- end }}
{{- range $listener, $at := .process.listens }}
- name: {{ $at.setting }}
  value: {{ ternary (int $at.port | toString) (printf "%s:%d" $root.Values.listenOn (int $at.port)) (eq $listener "public") | quote }}
{{- end }}
{{- range concat .process.calls .process.deliveries | uniq | sortAlpha }}
- name: {{ upper . }}_ADDRESS
  value: {{ printf "%s-%s:%d" $full . (int (get $.processes .).listens.grpc.port) }}
{{- end }}
{{- range .process.proxies | sortAlpha }}
- name: {{ upper . }}_HTTP_ADDRESS
  value: {{ printf "%s-%s-internal:%d" $full . (int (get $.processes .).listens.internal.port) }}
{{- end }}
{{- range .process.settings }}
{{- if hasKey $root.Values.settings . }}
- name: {{ . }}
  value: {{ include "dealbridge.settingText" (get $root.Values.settings .) | quote }}
{{- end }}
{{- end }}
{{- range $name, $source := .process.secrets }}
{{- include "dealbridge.secretVariable" (dict "root" $root "name" $name "source" $source) }}
{{- end }}
{{- with .process.secretsOf }}
{{- $parts := list }}
{{- range . }}
{{- $variable := printf "SECRET_OF_%s" (upper . | replace "-" "_") }}
{{- $parts = append $parts (printf "\"%s\":\"$(%s)\"" . $variable) }}
- name: {{ $variable }}
  valueFrom:
    secretKeyRef:
      name: {{ $root.Values.secrets.internal }}
      key: service-{{ . }}
{{- end }}
- name: SERVICE_SECRETS
  value: {{ printf "{%s}" (join "," $parts) | quote }}
{{- end }}
{{- include "dealbridge.telemetryEnv" . }}
{{- if include "dealbridge.hasBrowser" . }}
- name: CAPTURE_BROWSER_URL
  value: {{ printf "ws://%s-browser:%s" $full (include "dealbridge.devtoolsPort" $root) }}
- name: CAPTURE_PROXY_PORT
  value: {{ include "dealbridge.proxyPort" $root | quote }}
{{- end }}
{{- if and $root.Values.publicPages (has "PUBLIC_PAGES_DIR" .process.settings) }}
- name: PUBLIC_PAGES_DIR
  value: /etc/public-pages
{{- end }}
{{- include "dealbridge.trustedCaVariable" $root }}
{{- end -}}

{{- define "dealbridge.telemetryEnv" -}}
{{- with .root.Values.telemetry }}
{{- if .endpoint }}
- name: POD_NAME
  valueFrom: { fieldRef: { fieldPath: metadata.name } }
- name: OTEL_SERVICE_NAME
  value: {{ $.name }}
- name: OTEL_EXPORTER_OTLP_ENDPOINT
  value: {{ .endpoint | quote }}
- name: OTEL_METRICS_EXPORTER
  value: otlp
- name: OTEL_TRACES_EXPORTER
  value: otlp
{{- with .sampler }}
- name: OTEL_TRACES_SAMPLER
  value: {{ . }}
{{- end }}
{{- with .samplerArg }}
- name: OTEL_TRACES_SAMPLER_ARG
  value: {{ . | quote }}
{{- end }}
{{- $attributes := list (printf "service.version=%s" $.root.Chart.AppVersion) "service.instance.id=$(POD_NAME)" (printf "service.namespace=%s" $.root.Release.Namespace) }}
{{- range $name, $value := .resourceAttributes }}
{{- $attributes = append $attributes (printf "%s=%s" $name $value) }}
{{- end }}
- name: OTEL_RESOURCE_ATTRIBUTES
  value: {{ join "," $attributes | quote }}
{{- end }}
{{- end }}
{{- end -}}

{{/*
Liveness, readiness and startup probes. Startup checks liveness, because a process that waits for readiness would be
killed repeatedly while Postgres is down.
*/}}
{{- define "dealbridge.probes" -}}
{{- $grpc := .process.listens.grpc -}}
{{- if $grpc }}
startupProbe:
  grpc: { port: {{ int $grpc.port }}, service: liveness }
  periodSeconds: 2
  failureThreshold: 60
  timeoutSeconds: 5
readinessProbe:
  grpc: { port: {{ int $grpc.port }}, service: readiness }
  periodSeconds: 5
  failureThreshold: 3
  timeoutSeconds: 5
livenessProbe:
  grpc: { port: {{ int $grpc.port }}, service: liveness }
  periodSeconds: 10
  failureThreshold: 3
  timeoutSeconds: 5
{{- else }}
startupProbe:
  httpGet: { port: public, path: /healthz/live }
  periodSeconds: 2
  failureThreshold: 60
  timeoutSeconds: 5
readinessProbe:
  httpGet: { port: public, path: /healthz/ready }
  periodSeconds: 5
  failureThreshold: 3
  timeoutSeconds: 5
livenessProbe:
  httpGet: { port: public, path: /healthz/live }
  periodSeconds: 10
  failureThreshold: 3
  timeoutSeconds: 5
{{- end }}
{{- end -}}
