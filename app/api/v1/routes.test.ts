import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, it } from 'vitest'
import { allEndpoints, routes } from './routes.ts'

/** The catch-all route exists for Next; the dispatcher handles unknown paths itself. */
const UNKNOWN_PATHS = ['.', '[...path]']

it('lists every route.ts by its folder', () => {
  const files = readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' })
  const folders = files.filter((file) => /(^|\/)route\.ts$/.test(file)).map((file) => dirname(file))
  expect(Object.keys(routes).toSorted()).toEqual(
    folders.filter((folder) => !UNKNOWN_PATHS.includes(folder)).toSorted(),
  )
})

it('loads each route from its own folder', () => {
  const source = readFileSync(join(import.meta.dirname, 'routes.ts'), 'utf8')
  const loads = [...source.matchAll(/^ {2}'?(.+?)'?: \(\) =>\s*import\('\.\/(.+)\/route\.ts'\),$/gm)]
  expect(loads.map(([, folder]) => folder)).toEqual(Object.keys(routes))
  expect(loads.map(([, , imported]) => imported)).toEqual(Object.keys(routes))
})

it('checks If-Match in every change of a resource that has an ETag', async () => {
  const endpoints = await allEndpoints()
  const versioned = endpoints.filter(
    ({ method, declaration }) => method === 'GET' && declaration.response.versioned,
  )
  const paths = new Set(versioned.map(({ path }) => path))
  const changes = endpoints.filter(({ method, path }) => method !== 'GET' && paths.has(path))
  expect(changes.length).toBeGreaterThan(6)
  expect(changes.filter(({ declaration }) => !declaration.conditional)).toEqual([])
})
