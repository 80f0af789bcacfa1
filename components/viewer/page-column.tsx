'use client'

import dynamic from 'next/dynamic'
import { Skeleton } from '#components/ui/states.tsx'

/** The column of pages, rendered only in the browser, which pdf.js needs. */
export const PageColumn = dynamic(
  () => import('#components/viewer/pdf-column.tsx').then((module) => module.PdfColumn),
  {
    ssr: false,
    loading: () => <Skeleton className="mx-auto aspect-[1/1.414] w-full max-w-3xl" />,
  },
)
