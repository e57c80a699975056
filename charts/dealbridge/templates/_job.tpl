{{/* A job before the release: takes { root, name, weight, args, env }. */}}
{{- define "dealbridge.job" -}}
---
apiVersion: batch/v1
kind: Job
metadata:
  name: {{ include "dealbridge.fullname" .root }}-{{ .name }}
  labels:
    {{- include "dealbridge.labels" (dict "root" .root "component" .name) | nindent 4 }}
  annotations:
    helm.sh/hook: pre-install,pre-upgrade
    helm.sh/hook-weight: {{ .weight | quote }}
    helm.sh/hook-delete-policy: before-hook-creation,hook-succeeded
spec:
  backoffLimit: 2
  activeDeadlineSeconds: {{ int .root.Values.jobs.activeDeadlineSeconds }}
  template:
    metadata:
      labels:
        {{- include "dealbridge.labels" (dict "root" .root "component" .name) | nindent 8 }}
        {{- with .root.Values.jobs.podLabels }}
        {{- toYaml . | nindent 8 }}
        {{- end }}
      {{- with .root.Values.jobs.podAnnotations }}
      annotations:
        {{- toYaml . | nindent 8 }}
      {{- end }}
    spec:
      restartPolicy: Never
      {{- include "dealbridge.podSecurity" .root | nindent 6 }}
      containers:
        - name: {{ .name }}
          image: {{ include "dealbridge.image" (dict "root" .root "repository" .root.Values.image.repository "tag" "" "digest" .root.Values.image.digest) }}
          imagePullPolicy: {{ .root.Values.image.pullPolicy }}
          args: {{ toJson .args }}
          env:
            {{- .env | trim | nindent 12 }}
            {{- include "dealbridge.trustedCaVariable" .root | nindent 12 }}
          resources:
            {{- toYaml .root.Values.jobs.resources | nindent 12 }}
          securityContext:
            {{- include "dealbridge.containerSecurity" .root | nindent 12 }}
          {{- if .root.Values.trustedCa }}
          volumeMounts:
            - { name: trusted-ca, mountPath: /etc/trusted-ca, readOnly: true }
          {{- end }}
      {{- with include "dealbridge.trustedCaVolume" .root | trim }}
      volumes:
        {{- . | nindent 8 }}
      {{- end }}
      {{- include "dealbridge.scheduling" .root.Values.jobs | nindent 6 }}
{{- end -}}

{{- define "dealbridge.bootstrapEnv" -}}
{{- $root := . }}
- name: DATABASE_URL
  valueFrom: { secretKeyRef: { name: {{ .Values.secrets.database }}, key: admin } }
- name: INSTALLATION_ID
  valueFrom: { secretKeyRef: { name: {{ .Values.secrets.internal }}, key: installation-id } }
{{- range $name, $process := .Files.Get "files/processes.json" | fromJson }}
{{- if $process.migrate }}
{{- $isMemory := and $root.Values.secrets.copilot (hasKey $process.secrets "MEMORY_DATABASE_URL") }}
- name: {{ upper $name }}_DATABASE_URL
  valueFrom:
    secretKeyRef:
      name: {{ ternary $root.Values.secrets.copilot $root.Values.secrets.database (not (empty $isMemory)) }}
      key: {{ ternary "memory-database-url" $process.secrets.DATABASE_URL.key (not (empty $isMemory)) }}
{{- end }}
{{- end }}
{{- with .Values.secrets.copilot }}
- name: MEMORY_DATABASE_URL
  valueFrom: { secretKeyRef: { name: {{ . }}, key: memory-admin } }
{{- end }}
{{- end -}}
