import { execFileSync, spawnSync } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

const root = join(import.meta.dirname, '..')
const readText = (path: string) => readFileSync(join(root, path), 'utf8')
const hasPromtool = spawnSync('promtool', ['--version']).status === 0

/** Every metric of the code, without the prefix. */
const metrics = globSync('{db,lib,server}/**/*.ts', { cwd: root, exclude: ['**/*.test.ts'] })
  .flatMap((path) => [...readText(path).matchAll(/\bname: '([a-z_]+)',\s+help: /g)])
  .map(([, name]) => name!)
const named = (text: string) =>
  new Set([...text.matchAll(/paraph_([a-z_]+?)(_bucket)?(?![a-z_])/g)].map(([, name]) => name!))

describe('what is in docs for monitoring', () => {
  it('describes every metric', () => {
    expect([...named(readText('docs/operating.md'))].sort()).toEqual(metrics.toSorted())
  })

  it.each(['alerts.yml', 'alerts.test.yml', 'grafana.json'])('%s asks for metrics that there are', (file) => {
    const asked = named(readText(`docs/monitoring/${file}`))
    expect(asked.size).toBeGreaterThan(5)
    expect([...asked].filter((name) => !metrics.includes(name))).toEqual([])
  })

  it('has a test for each alert', () => {
    const alerts = [...readText('docs/monitoring/alerts.yml').matchAll(/alert: (\w+)/g)].map(
      ([, name]) => name,
    )
    const quiet = [...readText('docs/monitoring/alerts.test.yml').matchAll(/alertname: (\w+)/g)]
    expect(quiet.map(([, name]) => name)).toEqual(alerts)
  })

  it.runIf(hasPromtool)('has alerts that fire when they should, for Prometheus itself', () => {
    const options = { cwd: join(root, 'docs/monitoring'), encoding: 'utf8' } as const
    expect(execFileSync('promtool', ['test', 'rules', 'alerts.test.yml'], options)).toContain('SUCCESS')
  })
})
