/** What a PDF can do beside showing its pages; `find-active-content.ts` says where each stands. */
export const activeContentKinds = [
  'javascript',
  'launch',
  'additional_actions',
  'embedded_files',
  'xfa',
] as const
export type ActiveContent = (typeof activeContentKinds)[number]
