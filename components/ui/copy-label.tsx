import { Check, Copy } from 'lucide-react'

/** The label of a copy button. */
export function CopyLabel({ copied }: { copied: boolean }) {
  const Icon = copied ? Check : Copy
  return (
    <>
      <Icon className="size-4" aria-hidden="true" />
      <span aria-live="polite">{copied ? 'Copied' : 'Copy'}</span>
    </>
  )
}
