import type { ReactNode } from 'react'

/** Text with `code` and [links](…). */
export function Prose({ children }: { children: string }) {
  const parts = children.split(/(`[^`]+`|\[[^\]]+\]\([^)]+\))/)
  return <>{parts.map((part, index) => format(part, `${index}`))}</>
}

function format(part: string, key: string): ReactNode {
  if (part.startsWith('`')) return <Code key={key}>{part.slice(1, -1)}</Code>
  const [, text, href] = /^\[([^\]]+)\]\(([^)]+)\)$/.exec(part) ?? []
  if (!href) return part
  return (
    <a key={key} href={href} className="text-accent underline underline-offset-2 hover:text-accent-deep">
      {text}
    </a>
  )
}

export function Code({ children }: { children: ReactNode }) {
  return (
    <code className="rounded-sm bg-well px-1 py-px font-mono text-[0.86em] break-words text-ink">
      {children}
    </code>
  )
}
