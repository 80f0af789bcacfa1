import { usePathname, useSearchParams } from 'next/navigation'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useAccount } from '#components/shell/account.ts'

const prefix = 'paraph.form.'

interface StoredDraft<T> {
  /** The user and the mode in which it was typed: for all others there is no input. */
  owner: string
  input: T
}

/** The kept input of the form; null for that of another owner. */
export function readFormDraft<T>(name: string, owner: string): T | null {
  try {
    const draft = JSON.parse(sessionStorage.getItem(prefix + name) ?? 'null') as StoredDraft<T> | null
    return draft?.owner === owner ? draft.input : null
  } catch {
    return null
  }
}

/** If the storage is full or blocked, the input lives as long as the page. */
export function keepFormDraft<T>(name: string, draft: StoredDraft<T>): void {
  try {
    sessionStorage.setItem(prefix + name, JSON.stringify(draft))
  } catch {}
}

export function forgetFormDraft(name: string): void {
  try {
    sessionStorage.removeItem(prefix + name)
  } catch {}
}

/** Removes the input of all forms when the user signs out. */
export function forgetAllFormDrafts(): void {
  try {
    for (const key of Object.keys(sessionStorage)) if (key.startsWith(prefix)) sessionStorage.removeItem(key)
  } catch {}
}

/** The name of a form that is the only one of its page. */
export function usePageUrl(): string {
  const path = usePathname()
  const search = useSearchParams().toString()
  return search ? `${path}?${search}` : path
}

export interface FormDraft {
  /** Whether the form shows input from before. */
  isRestored: boolean
  /** Shows the form without that input. */
  discard: () => void
  /** To be called when the input is saved. */
  forget: () => void
}

/**
 * Keeps what is typed into a form, in this tab, until it is saved: while other pages are visited, the page is loaded
 * again, or the user signs in again.
 * @param restore writes values into the form
 */
export function useFormDraft<T>(name: string, value: T, restore: (value: T) => void): FormDraft {
  const account = useAccount().data
  const owner = account ? `${account.user.id}, ${account.test_mode ? 'test' : 'live'}` : null
  const [isRestored, setRestored] = useState(false)
  const text = JSON.stringify(value)
  const initialText = useRef(text)
  const lastText = useRef(text)
  const write = useEffectEvent(restore)

  useEffect(() => {
    const input = owner === null ? null : readFormDraft<T>(name, owner)
    if (input === null) return
    write(input)
    setRestored(true)
  }, [name, owner])

  useEffect(() => {
    if (owner === null || text === lastText.current) return
    lastText.current = text
    if (text === initialText.current) forgetFormDraft(name)
    else keepFormDraft(name, { owner, input: JSON.parse(text) as T })
  }, [name, owner, text])

  const forget = () => forgetFormDraft(name)
  function discard() {
    forget()
    lastText.current = initialText.current
    restore(JSON.parse(initialText.current) as T)
    setRestored(false)
  }
  return { isRestored, discard, forget }
}
