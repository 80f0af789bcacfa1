/**
 * `npm run monitoring`: a real Prometheus (`prometheus` on the PATH) reads the metrics of a service under load with the alert
 * rules of docs/monitoring. Prints the answer to each query of the dashboard, the panels that have none, such as those of
 * failures, and the alerts that fire. The exit code is 1 when Prometheus cannot read a rule or a query.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Load } from './load.ts'
import { freePort, Service } from './service.ts'

/** Rates are over up to fifteen minutes: those have an answer after two readings. */
const LOAD_SECONDS = 90
const READING_SECONDS = 5

interface Dashboard {
  panels: { title: string; targets?: { expr: string }[] }[]
}
interface Series {
  metric: Record<string, string>
  value: [at: number, value: string]
}

const folder = mkdtempSync(join(tmpdir(), 'paraph-monitoring-'))
const ports = { metrics: await freePort(), prometheus: await freePort() }
const service = await Service.start({ METRICS_PORT: String(ports.metrics) })
const prometheus = startPrometheus()
try {
  const load = await Load.start(service.url, 2)
  await sleep(LOAD_SECONDS * 1000)
  const unanswered = await askDashboard()
  const alerts = (await ask('ALERTS')).map(({ metric }) => `${metric.alertname} ${metric.alertstate}`)
  await load.stop()
  console.log(`\nAlerts: ${alerts.join(', ') || 'none'}`)
  console.log(`${load.signings.length} processes. No answer: ${unanswered.join(', ') || 'none'}`)
} finally {
  prometheus.kill()
  await service.stop()
  rmSync(folder, { recursive: true, force: true })
}

function startPrometheus(): ChildProcess {
  copyFileSync('docs/monitoring/alerts.yml', join(folder, 'alerts.yml'))
  const config = join(folder, 'prometheus.yml')
  writeFileSync(
    config,
    `global: { scrape_interval: ${READING_SECONDS}s, evaluation_interval: ${READING_SECONDS}s }
rule_files: [alerts.yml]
scrape_configs:
  - job_name: paraph
    static_configs: [{ targets: ['127.0.0.1:${ports.metrics}'] }]
`,
  )
  const address = `--web.listen-address=127.0.0.1:${ports.prometheus}`
  const args = [`--config.file=${config}`, `--storage.tsdb.path=${join(folder, 'data')}`, address]
  const child = spawn('prometheus', args, { stdio: ['ignore', 'ignore', 'pipe'] })
  child.on('error', () => console.error('There is no `prometheus` on the PATH.'))
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    for (const line of text.split('\n')) if (/level=(error|ERROR)/.test(line)) console.error(line)
  })
  return child
}

/** Prints how many series each query has. @returns the panels in which none has one */
async function askDashboard(): Promise<string[]> {
  const { panels } = JSON.parse(readFileSync('docs/monitoring/grafana.json', 'utf8')) as Dashboard
  const unanswered: string[] = []
  for (const { title, targets = [] } of panels) {
    const answers = await Promise.all(targets.map(({ expr }) => ask(expr)))
    const values = answers.flat().map(({ value: [, value] }) => Number(value))
    const isAnswered = targets.length === 0 || values.some((value) => !Number.isNaN(value))
    if (!isAnswered) unanswered.push(title)
    if (targets.length > 0) console.log(`${title.padEnd(44)} ${values.map(format).join(' ')}`)
  }
  return unanswered
}

function format(value: number): string {
  return String(Number(value.toPrecision(3)))
}

/** Grafana sets the variable. */
async function ask(expression: string): Promise<Series[]> {
  const query = expression.replaceAll('$__rate_interval', '1m')
  const url = `http://127.0.0.1:${ports.prometheus}/api/v1/query?${new URLSearchParams({ query })}`
  const response = await fetch(url)
  const body = (await response.json()) as { error?: string; data?: { result: Series[] } }
  if (!body.data) throw new Error(`${query}: ${body.error}`)
  return body.data.result
}
