'use client'

import Link from 'next/link'
import { useMay } from '#components/shell/account'
import { TemplateMenu } from '#components/templates/template-actions'
import { extentOf, usedWords } from '#components/templates/template-model'
import { Stamp } from '#components/ui/badge'
import { Button } from '#components/ui/button'
import type { TemplateRecord } from '#lib/templates/schema'

/** One line a template: what it holds, who takes part, how often it served. */
export function TemplateTable({ templates }: { templates: TemplateRecord[] }) {
  const mayWrite = useMay('template.write')
  return (
    <ul className="divide-y divide-rule">
      {templates.map((template) => (
        <li
          key={template.id}
          className="group relative flex items-center gap-3 py-3 pr-2 pl-4 hover:bg-well/50 sm:pl-5"
        >
          <div className="min-w-0 flex-1">
            <span className="flex min-w-0 items-baseline gap-2.5">
              <Link
                href={`/templates/${template.id}`}
                title={template.name}
                className="truncate font-medium after:absolute after:inset-0 group-hover:underline"
              >
                {template.name}
              </Link>
              {template.test_mode ? <Stamp tone="warn">TEST</Stamp> : null}
            </span>
            <span className="block truncate text-sm text-ink-soft">{extentOf(template)}</span>
          </div>
          <span className="figures hidden shrink-0 font-serif text-ink-soft italic sm:block">
            {usedWords(template.usage_count)}
          </span>
          {mayWrite ? (
            <span className="relative z-10 flex shrink-0 items-center gap-1">
              <Button asChild size="sm">
                <Link href={`/templates/${template.id}`} aria-label={`Use ${template.name}`}>
                  Use
                </Link>
              </Button>
              <TemplateMenu template={template} />
            </span>
          ) : null}
        </li>
      ))}
    </ul>
  )
}
