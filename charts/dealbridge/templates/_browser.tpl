{{/* Chromium beside the screenshot process: it starts before it and ends after it, as another user and without any Secret. */}}
{{- define "dealbridge.browser" -}}
- name: browser
  image: {{ include "dealbridge.image" (dict "root" . "repository" .Values.browser.repository "tag" .Values.browser.tag "digest" .Values.browser.digest) }}
  imagePullPolicy: {{ .Values.image.pullPolicy }}
  restartPolicy: Always
  resources:
    {{- toYaml .Values.browser.resources | nindent 4 }}
  securityContext:
    {{- include "dealbridge.containerSecurity" . | nindent 4 }}
    runAsUser: 10002
    runAsGroup: 10002
  volumeMounts:
    - { name: shared-memory, mountPath: /dev/shm }
    - { name: browser-home, mountPath: /home/browser }
{{- end -}}
