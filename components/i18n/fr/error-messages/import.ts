import type { importMessages as english } from '#lib/core/error-messages/import'

export const importMessages: Record<(typeof english)[number], string> = {
  'The file is signed already: its form fields and text tags cannot be replaced.':
    'Le fichier est déjà signé : ses champs de formulaire et ses balises de texte ne peuvent pas être remplacés.',
  'The content of page {page} cannot be read: text tags on it are not found, and stay visible.':
    'Le contenu de la page {page} est illisible : ses balises de texte ne sont pas trouvées et restent visibles.',
  'A list with {count} options is not imported: between 1 and {max} are possible.':
    'Une liste à {count} options n’est pas importée : il en faut de 1 à {max}.',
  'A radio field with {count} options is not imported: between 2 and {max} are possible.':
    'Un champ à choix avec {count} options n’est pas importé : il en faut de 2 à {max}.',
  'A read-only field without a value is not imported.':
    'Un champ en lecture seule sans valeur n’est pas importé.',
  'A password field is not imported.': 'Un champ de mot de passe n’est pas importé.',
  'A list in which several options can be selected is not imported.':
    'Une liste à sélection multiple n’est pas importée.',
  'A push button is not imported.': 'Un bouton n’est pas importé.',
  'A signature is not imported.': 'Une signature n’est pas importée.',
  'A field without a type is not imported.': 'Un champ sans type n’est pas importé.',
  'The tag has the unknown key “{key}”. Known: {keys}.':
    'La balise a la clé inconnue « {key} ». Clés connues : {keys}.',
  'The tag has the key “{key}” twice.': 'La balise a deux fois la clé « {key} ».',
  'The tag has the unknown type “{type}”. Known: {types}.':
    'La balise a le type inconnu « {type} ». Types connus : {types}.',
  '“{key}” of the tag must be true or false.': '« {key} » dans la balise doit être true ou false.',
  '“width” and “height” of the tag must be points, such as 120.':
    '« width » et « height » dans la balise doivent être des points, par exemple 120.',
  'The tag needs “options”.': 'La balise a besoin de « options ».',
  'The tag has {count} options; at most {max} are possible.':
    'La balise a {count} options ; {max} au maximum.',
  'The tag has the option “{option}” twice.': 'La balise a deux fois l’option « {option} ».',
}
