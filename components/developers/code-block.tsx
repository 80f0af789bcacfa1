'use client'

import { useState } from 'react'
import { CopyLabel } from '#components/ui/copy/copy-label.tsx'
import { useCopy } from '#components/ui/copy/use-copy.ts'
import { cx } from '#components/ui/cx.ts'

interface Example {
  label: string
  code: string
}

/** One example in several languages, with a button that copies the selected one. */
export function CodeBlock({ examples, name }: { examples: Example[]; name: string }) {
  const [selected, setSelected] = useState(0)
  const { code } = examples[selected] ?? examples[0]!
  const { state, copy } = useCopy(code)

  return (
    <section aria-label={name} className="overflow-hidden rounded-md border border-rule bg-card">
      <div className="flex min-h-10 items-center justify-between border-b border-rule pr-1 pl-3">
        <div role="tablist" className="flex gap-4">
          {examples.map(({ label }, index) => (
            <button
              key={label}
              type="button"
              role="tab"
              aria-selected={index === selected}
              onClick={() => setSelected(index)}
              className={cx(
                'min-h-10 border-b-2 text-sm',
                index === selected
                  ? 'border-accent text-ink'
                  : 'border-transparent text-ink-soft hover:text-ink',
              )}
            >
              {label}
            </button>
          ))}
        </div>
        <button
          type="button"
          onClick={copy}
          className="flex min-h-9 items-center gap-1.5 rounded-md px-2 text-sm text-ink-soft hover:bg-well hover:text-ink"
        >
          <CopyLabel state={state} />
        </button>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: long examples are scrolled with the keyboard. */}
      <pre tabIndex={0} className="max-h-112 overflow-auto p-4 font-mono text-[0.8125rem] leading-relaxed">
        <code>{code}</code>
      </pre>
    </section>
  )
}
