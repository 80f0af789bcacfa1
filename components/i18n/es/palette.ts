import type { Messages } from '../messages.ts'

export const palette: Messages['palette'] = {
  open: 'Buscar',
  shortcut: 'Ctrl K',
  label: 'Búsqueda y comandos',
  placeholder: 'Buscar registros, páginas y acciones',
  listKeys: 'En las listas: ↑ ↓ o J K cambian de fila, X selecciona, Intro abre, / busca.',
  nothing: 'No se encontró nada.',
  records: 'Registros',
  create: 'Crear',
  pages: 'Páginas',
  newProcess: 'Nuevo proceso',
  newTemplate: 'Nueva plantilla',
}
