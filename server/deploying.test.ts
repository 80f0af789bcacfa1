import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const chart = join(import.meta.dirname, '../docs/deploying/helm')
const values = readFileSync(join(chart, 'values.yaml'), 'utf8')
const templates = globSync('templates/*', { cwd: chart })
  .map((path) => readFileSync(join(chart, path), 'utf8'))
  .join('\n')

it('the templates of the chart use each of its values, and no other', () => {
  const named = [...values.matchAll(/^(\w+):/gm)].map(([, name]) => name!)
  const used = [...templates.matchAll(/\.Values\.(\w+)/g)].map(([, name]) => name!)
  expect([...new Set(used)].toSorted()).toEqual(named.toSorted())
  expect(named).toEqual(expect.arrayContaining(['extraVolumes', 'extraVolumeMounts']))
})
