import { use } from 'react'
import { preinit } from 'react-dom'

declare global {
  /** The texts by the URL of their script: of those that the browser has run, or that the server renders with. */
  var paraphTexts: Map<string, object> | undefined
}

/** Gives texts to components that the server renders, by a global: each layer of Next has its own modules. */
export function provideTexts(url: string, texts: object): void {
  globalThis.paraphTexts ??= new Map()
  globalThis.paraphTexts.set(url, texts)
}

/** The source of a script that makes texts known to the browser. */
export function writeTextScript(url: string, texts: object): string {
  return `(globalThis.paraphTexts ??= new Map()).set(${JSON.stringify(url)}, ${JSON.stringify(texts)})\n`
}

const isOnServer = typeof document === 'undefined'

/** A captive portal, or a connection that is stuck, may leave a script without an end. */
const WAIT_MILLISECONDS = 20_000

const loading = new Map<string, Promise<object | undefined>>()

/**
 * The texts of a script, which the browser loads beside the first scripts, and keeps.
 * @param make for what the server has not provided, and for a script that the browser cannot load, or not in time
 */
export function useTexts<T extends object>(url: string, make?: () => T): T {
  preinit(url, { as: 'script' })
  const provided = globalThis.paraphTexts?.get(url)
  // A render that has waited is repeated with the same hooks: React throws if that does not call `use` again.
  const known = loading.has(url) ? undefined : (provided ?? (isOnServer && make?.()))
  const texts = known || use(load(url, make))
  if (!texts) throw new Error(`There are no texts at ${url}.`)
  return texts as T
}

/** For texts that were not there when they were needed first. */
function load(url: string, make?: () => object): Promise<object | undefined> {
  const known = loading.get(url)
  if (known) return known
  const run = runScript(url).then(() => globalThis.paraphTexts?.get(url))
  const late = new Promise<never>((_, reject) =>
    setTimeout(() => reject(new Error(`${url} takes too long to load.`)), WAIT_MILLISECONDS),
  )
  const inTime = Promise.race([run, late])
  const texts = make ? inTime.catch(make) : inTime
  loading.set(url, texts)
  return texts
}

/** Before the user tries again: until then, React renders a failure more than once to show it. */
export function forgetFailedTexts(): void {
  loading.clear()
}

/** Runs a script of texts, by an element for each attempt: browsers remember that an `import()` failed. */
export async function runScript(url: string, retryDelays = [300, 1000]): Promise<void> {
  const script = document.createElement('script')
  script.src = url
  const hasRun = await new Promise<boolean>((resolve) => {
    // The page of a captive portal is loaded as a script, too.
    script.onload = () => resolve(globalThis.paraphTexts?.has(url) === true)
    script.onerror = () => resolve(false)
    document.head.append(script)
  })
  script.remove()
  if (hasRun) return
  const [delay, ...laterDelays] = retryDelays
  if (delay === undefined) throw new Error(`${url} cannot be loaded.`)
  await new Promise((resolve) => setTimeout(resolve, delay))
  await runScript(url, laterDelays)
}
