// Scripts inlined in pages, as what they show must not flicker. The server's content security
// policy allows exactly these texts (publish/app/our-scripts.ts, H1).

/**
 * Shows where to deliver, which a published page cannot know but cookies do: a PIN code, or a
 * country shortened like `locationLabel`.
 */
export const SHOW_LOCATION =
  "try{const read=name=>decodeURIComponent(RegExp('(?:^|; )'+(location.protocol=='https:'?'__Host-':'')+" +
  "name+'=([^;]+)').exec(document.cookie)?.[1]??'')," +
  "link=document.currentScript.parentNode,place=read('location'),pin=read('place'),far=place&&place!='All';" +
  "if(place||pin)link.querySelector('b').textContent=" +
  "far||!pin?place.length>15?place.slice(0,15)+'...':place:pin;" +
  "if(pin&&!far)link.querySelector('small').textContent='Deliver to'}catch{}"

/** Applies the number of columns that this browser has chosen for lists. */
export const SHOW_COLUMNS =
  'try{document.currentScript.parentNode.dataset.view=localStorage.view||2}catch{}'

/** Shows home's row of products bought before, if there are any, before the first paint. */
export const SHOW_BOUGHT =
  'try{document.currentScript.previousElementSibling.hidden=!localStorage.bought}catch{}'
