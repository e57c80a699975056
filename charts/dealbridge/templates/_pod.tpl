{{/* What every pod has in common, jobs and tests included. */}}
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

{{/* One variable out of a Secret of the installation. Takes { root, name, source }; nothing when it has no such Secret. */}}
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

{{/* The environment of a process. Takes { root, name, process, component, processes }. */}}
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
  value: {{ get $root.Values.settings . | toString | quote }}
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
{{- if and (eq .name "screenshot") $root.Values.browser.enabled }}
- name: CAPTURE_BROWSER_URL
  value: http://127.0.0.1:9222
{{- end }}
{{- with $root.Values.trustedCa }}
- name: NODE_EXTRA_CA_CERTS
  value: /etc/trusted-ca/ca.crt
{{- end }}
{{- with .component.extraEnv }}
{{ toYaml . }}
{{- end }}
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

{{/* Liveness, readiness and startup by the process's own names. */}}
{{- define "dealbridge.probes" -}}
{{- $grpc := .process.listens.grpc -}}
{{- if $grpc }}
startupProbe:
  grpc: { port: {{ int $grpc.port }}, service: readiness }
  periodSeconds: 2
  failureThreshold: 60
readinessProbe:
  grpc: { port: {{ int $grpc.port }}, service: readiness }
  periodSeconds: 5
  failureThreshold: 2
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
readinessProbe:
  httpGet: { port: public, path: /healthz/ready }
  periodSeconds: 5
  failureThreshold: 2
livenessProbe:
  httpGet: { port: public, path: /healthz/live }
  periodSeconds: 10
  failureThreshold: 3
  timeoutSeconds: 5
{{- end }}
{{- end -}}
