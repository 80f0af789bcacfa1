import { usePathname, useSearchParams } from 'next/navigation'
import { useEffect, useRef, useState } from 'react'
import { useAccount } from '#components/shell/account.ts'

const prefix = 'paraph.form.'

interface StoredDraft<T> {
  /** Another user who signs in in this tab does not see the input. */
  userId: number
  input: T
}

/** The kept input of the form; null for that of another user. */
export function readFormDraft<T>(storage: Pick<Storage, 'getItem'>, name: string, userId: number): T | null {
  try {
    const draft = JSON.parse(storage.getItem(prefix + name) ?? 'null') as StoredDraft<T> | null
    return draft?.userId === userId ? draft.input : null
  } catch {
    return null
  }
}

/** If the storage is full or blocked, the input lives as long as the page. */
export function keepFormDraft<T>(
  storage: Pick<Storage, 'setItem'>,
  name: string,
  draft: StoredDraft<T>,
): void {
  try {
    storage.setItem(prefix + name, JSON.stringify(draft))
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
  const userId = useAccount().data?.user.id
  const [isRestored, setRestored] = useState(false)
  const text = JSON.stringify(value)
  const initialText = useRef(text)
  const lastText = useRef(text)
  const write = useRef(restore)
  write.current = restore

  useEffect(() => {
    const input = userId === undefined ? null : readFormDraft<T>(sessionStorage, name, userId)
    if (input === null) return
    write.current(input)
    setRestored(true)
  }, [name, userId])

  useEffect(() => {
    if (userId === undefined || text === lastText.current) return
    lastText.current = text
    keepFormDraft(sessionStorage, name, { userId, input: JSON.parse(text) as T })
  }, [name, userId, text])

  const forget = () => sessionStorage.removeItem(prefix + name)
  function discard() {
    forget()
    lastText.current = initialText.current
    restore(JSON.parse(initialText.current) as T)
    setRestored(false)
  }
  return { isRestored, discard, forget }
}
