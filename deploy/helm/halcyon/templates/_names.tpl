{{- define "halcyon.labels" -}}
app.kubernetes.io/name: halcyon
app.kubernetes.io/component: {{ . }}
{{- end }}

{{- define "halcyon.image" -}}
{{- if .Values.image.digest -}}
{{ .Values.image.repository }}@{{ .Values.image.digest }}
{{- else -}}
{{ .Values.image.repository }}:{{ .Values.image.tag | default .Chart.AppVersion }}
{{- end -}}
{{- end }}

{{- define "halcyon.stores" -}}
{{ .Values.secrets.stores | default (printf "%s-stores" .Release.Name) }}
{{- end }}

{{- define "halcyon.identity" -}}
{{ .Values.secrets.identity | default (printf "%s-identity" .Release.Name) }}
{{- end }}

{{- define "halcyon.restricted" -}}
allowPrivilegeEscalation: false
readOnlyRootFilesystem: true
capabilities: { drop: [ALL] }
{{- end }}
