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
  'A hidden field is not imported.': 'Un champ masqué n’est pas importé.',
  'A field on the hidden layer “{layer}” is not imported.':
    'Un champ du calque masqué « {layer} » n’est pas importé.',
  'A field that the form does not list is not imported.':
    'Un champ qui n’est pas dans la liste du formulaire n’est pas importé.',
  'A field without a place on a page is not imported.':
    'Un champ sans emplacement sur une page n’est pas importé.',
  'The field checks its input by a script, which is not kept: {script}':
    'Le champ vérifie la saisie par un script, qui n’est pas conservé : {script}',
  'The format of the field is not kept: {script}': 'Le format du champ n’est pas conservé : {script}',
  'The field checks its value by a script, which is not kept: {script}':
    'Le champ vérifie la valeur par un script, qui n’est pas conservé : {script}',
  'The calculation of the field is not kept: the signer enters the value.':
    'Le calcul du champ n’est pas conservé : le signataire saisit la valeur.',
  'The field takes {length} characters in the file; signers enter at most {max}.':
    'Le champ accepte {length} caractères dans le fichier ; les signataires en saisissent au plus {max}.',
  'The buttons with the text “{option}” are selected together.':
    'Les boutons avec le texte « {option} » sont sélectionnés ensemble.',
  'The places of the field are turned differently; all are drawn as the first one.':
    'Les emplacements du champ sont tournés différemment ; tous sont dessinés comme le premier.',
  'The export values of the list are not kept: the process has the texts of its options.':
    'Les valeurs d’exportation de la liste ne sont pas conservées : la procédure contient les textes des options.',
  'The export value “{value}” of the checkbox is not kept.':
    'La valeur d’exportation « {value} » de la case à cocher n’est pas conservée.',
  'The font “{font}” of the field is not kept.': 'La police « {font} » du champ n’est pas conservée.',
  'The colours of the field are not kept.': 'Les couleurs du champ ne sont pas conservées.',
  'The border of the field is drawn as a plain line.': 'La bordure du champ est tracée d’un simple trait.',
  'The file has an XFA form too: its calculations, formats and checks are not kept.':
    'Le fichier a aussi un formulaire XFA : ses calculs, formats et contrôles ne sont pas conservés.',
  'The tag “{tag}” is not understood: it is not imported as text. Write its name and type, such as {example}.':
    'La balise « {tag} » n’est pas comprise et n’est pas importée comme texte. Indiquez son nom et son type, par exemple {example}.',
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
