{{/* Ingress from the pods of some components. Takes { root, port, callers }. */}}
{{- define "dealbridge.callersOf" -}}
{{- if and .port .callers }}
- ports: [{ port: {{ int .port }} }]
  from:
    {{- range .callers }}
    - podSelector:
        matchLabels:
          {{- include "dealbridge.selectorLabels" (dict "root" $.root "component" .) | nindent 10 }}
    {{- end }}
{{- end }}
{{- end -}}

{{/* Egress to the pods of a component. Takes { root, component, port }. */}}
{{- define "dealbridge.egressTo" -}}
- ports: [{ port: {{ int .port }} }]
  to:
    - podSelector:
        matchLabels:
          {{- include "dealbridge.selectorLabels" . | nindent 10 }}
{{- end -}}

{{- define "dealbridge.egressDns" -}}
- ports: [{ port: 53, protocol: UDP }, { port: 53, protocol: TCP }]
  {{- with .Values.networkPolicy.dns }}
  to:
    {{- toYaml . | nindent 4 }}
  {{- end }}
{{- end -}}

{{/* Dependencies in `networkPolicy` that the values use: a list. */}}
{{- define "dealbridge.dependencies" -}}
{{- $used := list "database" "objectStore" -}}
{{- if .Values.secrets.copilot }}{{ $used = append $used "memoryDatabase" }}{{ end -}}
{{- if .Values.secrets.redis }}{{ $used = append $used "redis" }}{{ end -}}
{{- if .Values.secrets.smtp }}{{ $used = append $used "smtp" }}{{ end -}}
{{- if .Values.telemetry.endpoint }}{{ $used = append $used "otlp" }}{{ end -}}
{{- toJson $used -}}
{{- end -}}

{{/* Egress to a store. Takes { port, peers }; no peers means every address. */}}
{{- define "dealbridge.egressStore" -}}
- ports: [{ port: {{ int .port }} }]
  {{- with .peers }}
  to:
    {{- toYaml . | nindent 4 }}
  {{- end }}
{{- end -}}

{{/* Egress to DNS, stores and the internet, as the process uses them. Takes { root, process, name }. */}}
{{- define "dealbridge.egressOutside" -}}
{{- $policy := .root.Values.networkPolicy -}}
{{- $secrets := .root.Values.secrets -}}
{{ include "dealbridge.egressDns" .root }}
{{- if and $secrets.copilot (hasKey .process.secrets "MEMORY_DATABASE_URL") }}
{{ include "dealbridge.egressStore" $policy.memoryDatabase }}
{{- end }}
{{- if hasKey .process.secrets "DATABASE_URL" }}
{{ include "dealbridge.egressStore" $policy.database }}
{{- end }}
{{- if and $secrets.redis (hasKey .process.secrets "REDIS_URL") }}
{{ include "dealbridge.egressStore" $policy.redis }}
{{- end }}
{{- if hasKey .process.secrets "S3_ACCESS_KEY" }}
{{ include "dealbridge.egressStore" $policy.objectStore }}
{{- end }}
{{- if and $secrets.smtp (hasKey .process.secrets "SMTP_URL") }}
{{ include "dealbridge.egressStore" $policy.smtp }}
{{- end }}
{{- if .root.Values.telemetry.endpoint }}
{{ include "dealbridge.egressStore" $policy.otlp }}
{{- end }}
{{- if has "SVC_EGRESS_ALLOW" .process.settings }}
# URLs from users, and hosted models: public internet only.
{{ include "dealbridge.egressInternet" $policy }}
{{- end }}
{{- if and (has "COPILOT_FREE_POOL_JSON" .process.settings) (hasKey .root.Values.settings "COPILOT_FREE_POOL_JSON") }}
# Model servers on private addresses.
{{- range $policy.modelServers }}
{{ include "dealbridge.egressStore" . }}
{{- end }}
{{- end }}
{{- end -}}

{{/* Egress to the public internet. Takes networkPolicy. */}}
{{- define "dealbridge.egressInternet" -}}
- to:
    - ipBlock:
        cidr: 0.0.0.0/0
        except:
          {{- range $.privateRanges }}
          {{- if not (contains ":" .) }}
          - {{ . }}
          {{- end }}
          {{- end }}
    - ipBlock:
        cidr: ::/0
        except:
          {{- range $.privateRanges }}
          {{- if contains ":" . }}
          - {{ . }}
          {{- end }}
          {{- end }}
{{- end -}}
