{{- define "paraph.labels" -}}
app.kubernetes.io/name: paraph
app.kubernetes.io/instance: {{ .root.Release.Name }}
app.kubernetes.io/component: {{ .part }}
{{- end }}

{{- define "paraph.env" -}}
- { name: APP_URL, value: {{ .Values.appUrl | quote }} }
- { name: METRICS_PORT, value: {{ .Values.metrics.port | quote }} }
- { name: METRICS_HOST, value: 0.0.0.0 }
{{- range $name, $value := .Values.env }}
{{- if ne (toString $value) "" }}
- { name: {{ $name }}, value: {{ $value | quote }} }
{{- end }}
{{- end }}
{{- end }}

{{- /* The pod of one part, web or worker. */}}
{{- define "paraph.deployment" -}}
{{- $values := index .root.Values .part }}
apiVersion: apps/v1
kind: Deployment
metadata:
  name: {{ .root.Release.Name }}-{{ .part }}
  labels: {{- include "paraph.labels" . | nindent 4 }}
spec:
  {{- if not $values.autoscaling.enabled }}
  replicas: {{ $values.replicas }}
  {{- end }}
  # Migrations only add, so pods of both versions run side by side: docs/deploying/upgrading.md.
  strategy: { type: RollingUpdate, rollingUpdate: { maxUnavailable: 0, maxSurge: 1 } }
  selector:
    matchLabels: {{- include "paraph.labels" . | nindent 6 }}
  template:
    metadata:
      labels: {{- include "paraph.labels" . | nindent 8 }}
    spec:
      # Requests and jobs that run are finished.
      terminationGracePeriodSeconds: 50
      automountServiceAccountToken: false
      securityContext: { runAsNonRoot: true, runAsUser: 1000, fsGroup: 1000, seccompProfile: { type: RuntimeDefault } }
      topologySpreadConstraints:
        - maxSkew: 1
          topologyKey: kubernetes.io/hostname
          whenUnsatisfiable: ScheduleAnyway
          labelSelector:
            matchLabels: {{- include "paraph.labels" . | nindent 14 }}
      containers:
        - name: {{ .part }}
          image: "{{ .root.Values.image.repository }}:{{ .root.Values.image.tag | default .root.Chart.AppVersion }}"
          imagePullPolicy: {{ .root.Values.image.pullPolicy }}
          args: [node, server/start.mjs, {{ .part }}]
          env: {{- include "paraph.env" .root | nindent 12 }}
          envFrom: [{ secretRef: { name: {{ .root.Values.secret }} } }]
          ports:
            {{- if eq .part "web" }}
            - { name: http, containerPort: 3000 }
            {{- end }}
            - { name: metrics, containerPort: {{ .root.Values.metrics.port }} }
          securityContext:
            readOnlyRootFilesystem: true
            allowPrivilegeEscalation: false
            capabilities: { drop: [ALL] }
          resources: {{- toYaml $values.resources | nindent 12 }}
          {{- if eq .part "web" }}
          # The service stops sending connections to the pod before the pod stops taking them.
          lifecycle: { preStop: { exec: { command: [sleep, '5'] } } }
          startupProbe: { httpGet: { path: /api/v1/health/live, port: http }, periodSeconds: 2, failureThreshold: 90 }
          livenessProbe: { httpGet: { path: /api/v1/health/live, port: http }, periodSeconds: 10, timeoutSeconds: 5, failureThreshold: 6 }
          readinessProbe: { httpGet: { path: /api/v1/health/ready, port: http }, periodSeconds: 5, timeoutSeconds: 4 }
          {{- else }}
          # A worker listens nowhere else; it ends by itself when it cannot work, and is restarted.
          startupProbe: { tcpSocket: { port: metrics }, periodSeconds: 2, failureThreshold: 90 }
          livenessProbe: { tcpSocket: { port: metrics }, periodSeconds: 20, failureThreshold: 6 }
          {{- end }}
          volumeMounts:
            - { name: data, mountPath: /data }
            - { name: tmp, mountPath: /tmp }
            {{- with .root.Values.extraVolumeMounts }}
            {{- toYaml . | nindent 12 }}
            {{- end }}
      volumes:
        # What is kept is in the database and the bucket; uploads pass through here.
        - { name: data, emptyDir: {} }
        - { name: tmp, emptyDir: {} }
        {{- with .root.Values.extraVolumes }}
        {{- toYaml . | nindent 8 }}
        {{- end }}
---
apiVersion: policy/v1
kind: PodDisruptionBudget
metadata:
  name: {{ .root.Release.Name }}-{{ .part }}
  labels: {{- include "paraph.labels" . | nindent 4 }}
spec:
  maxUnavailable: 1
  selector:
    matchLabels: {{- include "paraph.labels" . | nindent 6 }}
{{- end }}

{{- /* The autoscaler of one part; what follows is its metric. */}}
{{- define "paraph.autoscaler" -}}
{{- $values := index .root.Values .part }}
apiVersion: autoscaling/v2
kind: HorizontalPodAutoscaler
metadata:
  name: {{ .root.Release.Name }}-{{ .part }}
  labels: {{- include "paraph.labels" . | nindent 4 }}
spec:
  scaleTargetRef: { apiVersion: apps/v1, kind: Deployment, name: {{ .root.Release.Name }}-{{ .part }} }
  minReplicas: {{ $values.replicas }}
  maxReplicas: {{ $values.autoscaling.maxReplicas }}
  metrics:
{{- end }}
