// What a page does without being loaded anew. Nothing here knows a topic: moves are texts, boards are pictures whose shapes carry moves.
import { waiting } from "./answers.js";
import { claims } from "./claims.js";
import { copying } from "./copying.js";
import { finding } from "./finding.js";
import { hovering } from "./hover.js";
import { live } from "./live.js";
import { stopping } from "./jobs.js";
import { learning } from "./learn.js";
import { moving } from "./moving.js";
import { rows } from "./rows.js";
import { sitting } from "./table.js";
import { theme } from "./theme.js";

// On a narrow screen the rooms are a row that moves: the one that is open stays in sight.
const open = document.querySelector("header nav [aria-current]");
if (open) open.parentElement.scrollLeft = open.offsetLeft - open.parentElement.offsetLeft - 40;

theme();
copying();
rows();
finding();
stopping();
waiting();
hovering();
live();
moving();
claims();
sitting();
learning();
