import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { expect, it } from 'vitest'

const root = resolve(import.meta.dirname, '../../..')
const apiFolder = relative(root, import.meta.dirname)

const files = ['app', 'lib'].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((file) => join(folder, file)),
)
const routes = files.filter((file) => file.startsWith(apiFolder) && file.endsWith('/route.ts'))
const imported = new Set(
  files
    .filter((file) => file.endsWith('.test.ts'))
    .flatMap((file) =>
      [...readFileSync(join(root, file), 'utf8').matchAll(/(?:from|import\() ?'([^']+)'/g)].map(
        ([, target]) =>
          target!.startsWith('.')
            ? relative(root, resolve(root, dirname(file), target!))
            : target!.replace(/^#/, ''),
      ),
    )
    .map((target) => target.replace(/\.ts$/, '')),
)

it('finds the routes', () => {
  expect(routes.length).toBeGreaterThan(20)
})

it.each(routes)('%s is called by a test', (route) => {
  expect(imported).toContain(route.replace(/\.ts$/, ''))
})
