import { type ChildProcess, fork } from 'node:child_process'
import { createHash } from 'node:crypto'
import type { Pkcs11Key } from '#lib/core/key-variables'
import { entryFile } from '#lib/core/runtime/entry-file'
import { singleton } from '#lib/core/runtime/singleton'
import { getSignatureAlgorithm } from '#lib/pades/cms/signature-algorithm'
import type { Pkcs11Answer, Pkcs11Task } from './pkcs11-process.ts'

/** As a KMS: no signature waits longer for an HSM that is away. */
const TIMEOUT_MILLISECONDS = 10_000
/** Return values after which the next login would be one of the few that lock the token. */
const refusedPin = /CKR_PIN_(INCORRECT|INVALID|LOCKED|EXPIRED)/

/** The processes of the libraries by path. A library signs one thing at a time. */
const modules = singleton(
  'keys.pkcs11',
  () => new Map<string, { child: ChildProcess | null; last: Promise<unknown> }>(),
)
/** Why a PIN was refused, until this process ends. */
const refusals = singleton('keys.pkcs11.refusals', () => new Map<string, Error>())

/**
 * Signs with a key in an HSM. Its library runs in a process of its own, which is ended when it fails or does not return:
 * it cannot block this one, and the next signature begins with a new one.
 * @throws Error with the return value of the library, such as `CKR_PIN_INCORRECT`; a refused PIN is not tried again
 */
export async function signWithPkcs11(
  key: Pkcs11Key,
  certificate: Uint8Array,
  data: Uint8Array,
): Promise<Uint8Array> {
  const entry = modules.get(key.module) ?? { child: null, last: Promise.resolve() }
  modules.set(key.module, entry)
  const { hash, isRsa, maxBytes } = getSignatureAlgorithm(certificate)
  const task = { key, isRsa, maxBytes, digest: createHash(hash).update(data).digest() }
  const login = JSON.stringify([key.module, key.token, key.pin])
  const signature = entry.last.then(async () => {
    const refusal = refusals.get(login)
    if (refusal) throw refusal
    entry.child ??= start()
    try {
      return await ask(entry.child, task)
    } catch (error) {
      entry.child.kill('SIGKILL')
      entry.child = null
      if (refusedPin.test((error as Error).message)) refusals.set(login, error as Error)
      throw error
    }
  })
  entry.last = signature.catch(() => undefined)
  return signature
}

function start(): ChildProcess {
  const child = fork(entryFile('lib/keys/signers/pkcs11-process.ts'), {
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    execArgv: [],
  })
  // Its end is noticed anyway.
  child.on('error', () => undefined)
  child.unref()
  child.channel?.unref()
  return child
}

async function ask(child: ChildProcess, task: Pkcs11Task): Promise<Uint8Array> {
  const { promise, resolve, reject } = Promise.withResolvers<Uint8Array>()
  const onMessage = (answer: Pkcs11Answer) =>
    'error' in answer ? reject(new Error(answer.error)) : resolve(answer.signature)
  const onEnd = () => reject(new Error("The process of the HSM's library has ended."))
  const timeout = setTimeout(
    () => reject(new Error(`The HSM has not signed within ${TIMEOUT_MILLISECONDS / 1000} s.`)),
    TIMEOUT_MILLISECONDS,
  )
  child.on('message', onMessage).on('exit', onEnd)
  child.send(task, (error) => error && reject(error))
  try {
    return await promise
  } finally {
    clearTimeout(timeout)
    child.off('message', onMessage).off('exit', onEnd)
  }
}
