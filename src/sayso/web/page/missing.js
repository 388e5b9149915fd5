// An address where nothing is: says so, and leads back.

import { label } from "./words.js";

label();
