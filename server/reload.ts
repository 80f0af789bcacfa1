import { watch } from 'node:fs'
import { registerHooks } from 'node:module'
import { join, sep } from 'node:path'
import { pathToFileURL } from 'node:url'
import { type Dispatch, dispatcher } from '#lib/http/dispatch'

const FOLDERS = ['app/api', 'lib', 'db'].map((name) => join(process.cwd(), name) + sep)
const ROUTES = pathToFileURL(join(process.cwd(), 'app', 'api', 'v1', 'routes.ts')).href
const VERSION = /\?version=\d+$/

/**
 * In development: the routes of the API, imported again after a change of the sources. Node caches modules by URL, so a
 * version number is added to the URLs of the routes and of all modules of FOLDERS that they import.
 */
export function reloadingDispatcher(): Dispatch {
  const sources = FOLDERS.map((folder) => pathToFileURL(folder).href)
  registerHooks({
    resolve(specifier, context, nextResolve) {
      const resolved = nextResolve(specifier, context)
      const [version] = VERSION.exec(context.parentURL ?? '') ?? []
      const isOurs = sources.some((source) => resolved.url.startsWith(source))
      return version && isOurs ? { ...resolved, url: resolved.url + version } : resolved
    },
  })
  let version = 0
  let current: Promise<Dispatch> | null = null
  for (const folder of FOLDERS)
    watch(folder, { recursive: true }, () => {
      current = null
    })
  const load = async () => dispatcher((await import(`${ROUTES}?version=${++version}`)).routes)
  return async (request) => {
    current ??= load()
    return (await current)(request)
  }
}
