import { execFileSync, spawnSync } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

const root = join(import.meta.dirname, '..')
const readText = (path: string) => readFileSync(join(root, path), 'utf8')
const hasPromtool = spawnSync('promtool', ['--version']).status === 0

const code = globSync('{db,lib,server}/**/*.ts', { cwd: root, exclude: ['**/*.test.ts'] })
  .map(readText)
  .join('\n')
/** The labels of every metric of the code, by its name without the prefix. */
const labelsOf = new Map(
  [...code.matchAll(/\bname: '([a-z_]+)',\s+help: (['"`])[^\n]*?\2,?(?:\s+labels: \[([^\]]*)\])?/g)].map(
    ([, name, , labels = '']) => [name!, [...labels.matchAll(/'(\w+)'/g)].map(([, label]) => label!)],
  ),
)
const metrics = [...labelsOf.keys()]
/** Of every metric, or of Prometheus. */
const commonLabels = ['process', 'build', 'instance', 'job', 'le', 'alertname']
/** Labels whose values the code names. */
const fixedLabels = ['state', 'result', 'class', 'channel', 'caller', 'operation']
const files = ['alerts.yml', 'alerts.test.yml', 'grafana.json']
const named = (text: string) =>
  new Set([...text.matchAll(/paraph_([a-z_]+?)(_bucket)?(?![a-z_])/g)].map(([, name]) => name!))

describe('what is in docs for monitoring', () => {
  it('describes every metric', () => {
    const withoutRoles = readText('docs/operating.md').replaceAll(/create role "\w+"/g, '')
    expect([...named(withoutRoles)].sort()).toEqual(metrics.toSorted())
  })

  it.each(files)('%s asks for metrics that there are', (file) => {
    const asked = named(readText(`docs/monitoring/${file}`))
    expect(asked.size).toBeGreaterThan(5)
    expect([...asked].filter((name) => !metrics.includes(name))).toEqual([])
  })

  it.each(files)('%s asks for labels and values that there are', (file) => {
    const text = readText(`docs/monitoring/${file}`).replaceAll('\\"', '"')
    const selectors = [...text.matchAll(/paraph_([a-z_]+?)(?:_bucket)?\{([^}]*)\}/g)]
    const matchers = selectors.flatMap(([, name, list]) =>
      [...list!.matchAll(/(\w+)[=!~]+"([^"]*)"/g)].map(([, label, value]) => ({
        name: name!,
        label: label!,
        value: value!,
      })),
    )
    expect(matchers.length).toBeGreaterThan(5)
    const isKnown = (name: string, label: string) => [...commonLabels, ...labelsOf.get(name)!].includes(label)
    expect(matchers.filter(({ name, label }) => !isKnown(name, label))).toEqual([])
    const fixed = matchers.filter(({ label }) => fixedLabels.includes(label))
    const values = fixed.flatMap(({ value }) => value.split('|'))
    expect(values.filter((value) => !code.includes(`'${value}'`))).toEqual([])
    const shown = [...text.matchAll(/ by \(([^)]*)\)|\{\{(?: \$labels\.)?(\w+) ?\}\}/g)]
    const allLabels = [...commonLabels, ...[...labelsOf.values()].flat()]
    const labels = shown.flatMap(([, grouped, one]) => grouped?.split(', ') ?? [one!])
    expect(labels.filter((label) => !allLabels.includes(label))).toEqual([])
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
