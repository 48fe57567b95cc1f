BEGIN TRANSACTION;
CREATE TABLE accounts (
	person INTEGER NOT NULL, 
	name VARCHAR NOT NULL, 
	likeness VARCHAR NOT NULL, 
	password VARCHAR NOT NULL, 
	email VARCHAR, 
	created FLOAT NOT NULL, 
	suspended FLOAT, 
	PRIMARY KEY (person), 
	FOREIGN KEY(person) REFERENCES people (id), 
	UNIQUE (likeness)
);
CREATE TABLE alembic_version (
	version_num VARCHAR(32) NOT NULL, 
	PRIMARY KEY (version_num)
);
INSERT INTO "alembic_version" VALUES('0009');
CREATE TABLE announcements (
	id INTEGER NOT NULL, 
	at FLOAT NOT NULL, 
	until FLOAT NOT NULL, 
	de VARCHAR NOT NULL, 
	en VARCHAR NOT NULL, 
	PRIMARY KEY (id)
);
CREATE TABLE asks (
	game VARCHAR NOT NULL, 
	id INTEGER NOT NULL, 
	body BLOB NOT NULL, 
	PRIMARY KEY (game, id), 
	FOREIGN KEY(game) REFERENCES games (id)
);
INSERT INTO "asks" VALUES('under-way',1,X'7B226964223A312C226B696E64223A22756E646F222C22706572736F6E223A312C226E616D65223A22416461222C2273656174223A302C226D6F7665223A302C226D61726B223A302C22616E7377657273223A7B7D2C22737461747573223A226F70656E222C226174223A313739353033373133302E363230363332347D');
CREATE TABLE audit (
	id INTEGER NOT NULL, 
	at FLOAT NOT NULL, 
	operator VARCHAR NOT NULL, 
	what VARCHAR NOT NULL, 
	about VARCHAR NOT NULL, 
	why VARCHAR DEFAULT '' NOT NULL, 
	PRIMARY KEY (id)
);
CREATE TABLE blocks (
	person INTEGER NOT NULL, 
	blocked INTEGER NOT NULL, 
	PRIMARY KEY (person, blocked), 
	FOREIGN KEY(person) REFERENCES people (id), 
	FOREIGN KEY(blocked) REFERENCES people (id)
);
CREATE TABLE branches (
	game VARCHAR NOT NULL, 
	source VARCHAR NOT NULL, 
	move INTEGER NOT NULL, 
	person INTEGER NOT NULL, 
	PRIMARY KEY (game), 
	FOREIGN KEY(game) REFERENCES games (id)
);
CREATE TABLE challenges (
	digest VARCHAR NOT NULL, 
	person INTEGER, 
	until FLOAT NOT NULL, 
	PRIMARY KEY (digest)
);
CREATE TABLE clocks (
	game VARCHAR NOT NULL, 
	terms BLOB NOT NULL, 
	began FLOAT, 
	due FLOAT, 
	PRIMARY KEY (game), 
	FOREIGN KEY(game) REFERENCES games (id)
);
INSERT INTO "clocks" VALUES('under-way',X'7B226B696E64223A2262616E6B222C2262616E6B223A38363430302C22696E6372656D656E74223A333630302C226D6F766573223A312C226C617465223A226D6F7665227D',1000000000.0,1000086400.0);
CREATE TABLE drawn_orders (
	game VARCHAR NOT NULL, 
	PRIMARY KEY (game), 
	FOREIGN KEY(game) REFERENCES games (id)
);
CREATE TABLE games (
	id VARCHAR NOT NULL, 
	title VARCHAR NOT NULL, 
	rules INTEGER NOT NULL, 
	options JSON NOT NULL, 
	seed INTEGER NOT NULL, 
	owner INTEGER, 
	status VARCHAR NOT NULL, 
	created FLOAT NOT NULL, 
	changed FLOAT NOT NULL, 
	result JSON, 
	access VARCHAR DEFAULT 'listed' NOT NULL, 
	PRIMARY KEY (id), 
	FOREIGN KEY(owner) REFERENCES people (id)
);
INSERT INTO "games" VALUES('under-way','chicago-express',2,'{}',7,1,'running',1.79503713008337593081e+09,1.79503713043130540844e+09,'[40, 40, 40]','listed');
CREATE TABLE keys (
	digest VARCHAR NOT NULL, 
	person INTEGER NOT NULL, 
	created FLOAT NOT NULL, 
	kind VARCHAR DEFAULT 'session' NOT NULL, 
	label VARCHAR DEFAULT '' NOT NULL, 
	scopes VARCHAR DEFAULT '' NOT NULL, 
	PRIMARY KEY (digest), 
	FOREIGN KEY(person) REFERENCES people (id)
);
CREATE TABLE lessons (
	game VARCHAR NOT NULL, 
	PRIMARY KEY (game), 
	FOREIGN KEY(game) REFERENCES games (id)
);
CREATE TABLE log (
	game VARCHAR NOT NULL, 
	number INTEGER NOT NULL, 
	body BLOB NOT NULL, 
	at FLOAT NOT NULL, 
	PRIMARY KEY (game, number), 
	FOREIGN KEY(game) REFERENCES games (id)
);
INSERT INTO "log" VALUES('under-way',1,X'7B2274797065223A22626964222C2273656174223A302C22616D6F756E74223A31307D',1.79503713043130540844e+09);
INSERT INTO "log" VALUES('under-way',2,X'7B2274797065223A22636C6F636B222C2261736B6564223A7B2231223A313030303030303030302E307D2C226C656674223A7B2230223A39303030302E302C2231223A38363430302E302C2232223A38363430302E307D7D',1.79503713043130540844e+09);
CREATE TABLE looks (
	person INTEGER NOT NULL, 
	chosen VARCHAR NOT NULL, 
	PRIMARY KEY (person), 
	FOREIGN KEY(person) REFERENCES people (id)
);
CREATE TABLE meta (
	"key" VARCHAR NOT NULL, 
	value VARCHAR NOT NULL, 
	PRIMARY KEY ("key")
);
CREATE TABLE mutes (
	game VARCHAR NOT NULL, 
	person INTEGER NOT NULL, 
	other INTEGER NOT NULL, 
	PRIMARY KEY (game, person, other), 
	FOREIGN KEY(game) REFERENCES games (id)
);
CREATE TABLE notes (
	game VARCHAR NOT NULL, 
	seat INTEGER NOT NULL, 
	place VARCHAR NOT NULL, 
	body VARCHAR NOT NULL, 
	PRIMARY KEY (game, seat, place), 
	FOREIGN KEY(game) REFERENCES games (id)
);
INSERT INTO "notes" VALUES('under-way',0,'','Bo has 40');
CREATE TABLE notices (
	person INTEGER NOT NULL, 
	email BOOLEAN NOT NULL, 
	webhook VARCHAR NOT NULL, 
	language VARCHAR NOT NULL, 
	sent FLOAT NOT NULL, 
	asks BOOLEAN DEFAULT 1 NOT NULL, 
	talk BOOLEAN DEFAULT 1 NOT NULL, 
	PRIMARY KEY (person), 
	FOREIGN KEY(person) REFERENCES people (id)
);
CREATE TABLE operators (
	person INTEGER NOT NULL, 
	since FLOAT NOT NULL, 
	PRIMARY KEY (person), 
	FOREIGN KEY(person) REFERENCES people (id)
);
CREATE TABLE passkeys (
	id VARCHAR NOT NULL, 
	person INTEGER NOT NULL, 
	public BLOB NOT NULL, 
	uses INTEGER NOT NULL, 
	label VARCHAR NOT NULL, 
	created FLOAT NOT NULL, 
	PRIMARY KEY (id), 
	FOREIGN KEY(person) REFERENCES people (id)
);
CREATE TABLE people (
	id INTEGER NOT NULL, 
	name VARCHAR NOT NULL, 
	created FLOAT NOT NULL, 
	seen FLOAT, 
	PRIMARY KEY (id)
);
INSERT INTO "people" VALUES(1,'Ada',1.795037129871266365e+09,1.79503713073716950412e+09);
INSERT INTO "people" VALUES(2,'Bo',1.79503712994601702691e+09,1.79503713073716950412e+09);
INSERT INTO "people" VALUES(3,'Cleo',1.79503712995070600511e+09,1.79503713073716950412e+09);
CREATE TABLE profiles (
	person INTEGER NOT NULL, 
	shown BOOLEAN NOT NULL, 
	rated FLOAT, 
	words VARCHAR NOT NULL, 
	PRIMARY KEY (person), 
	FOREIGN KEY(person) REFERENCES people (id)
);
CREATE TABLE program_moves (
	game VARCHAR NOT NULL, 
	number INTEGER NOT NULL, 
	program INTEGER NOT NULL, 
	PRIMARY KEY (game, number), 
	FOREIGN KEY(game) REFERENCES games (id)
);
CREATE TABLE programs (
	game VARCHAR NOT NULL, 
	id INTEGER NOT NULL, 
	body BLOB NOT NULL, 
	since INTEGER NOT NULL, 
	ended BLOB, 
	PRIMARY KEY (game, id), 
	FOREIGN KEY(game) REFERENCES games (id)
);
INSERT INTO "programs" VALUES('under-way',1,X'7B2270726F6772616D223A226269645F75705F746F222C2273656174223A322C226C6F74223A22505252222C226D6F7374223A31337D',1,NULL);
CREATE TABLE pushes (
	digest VARCHAR NOT NULL, 
	person INTEGER NOT NULL, 
	address VARCHAR NOT NULL, 
	public VARCHAR NOT NULL, 
	auth VARCHAR NOT NULL, 
	label VARCHAR NOT NULL, 
	created FLOAT NOT NULL, 
	PRIMARY KEY (digest), 
	FOREIGN KEY(person) REFERENCES people (id)
);
CREATE TABLE questions (
	id BIGINT NOT NULL, 
	game VARCHAR NOT NULL, 
	number INTEGER NOT NULL, 
	seat INTEGER NOT NULL, 
	level VARCHAR NOT NULL, 
	at FLOAT NOT NULL, 
	taken FLOAT, 
	worker INTEGER, 
	answer BLOB, 
	PRIMARY KEY (id)
);
CREATE TABLE recoveries (
	digest VARCHAR NOT NULL, 
	person INTEGER NOT NULL, 
	at FLOAT NOT NULL, 
	until FLOAT NOT NULL, 
	PRIMARY KEY (digest), 
	FOREIGN KEY(person) REFERENCES people (id)
);
CREATE TABLE removed (
	game VARCHAR NOT NULL, 
	person INTEGER NOT NULL, 
	PRIMARY KEY (game, person), 
	FOREIGN KEY(game) REFERENCES games (id), 
	FOREIGN KEY(person) REFERENCES people (id)
);
CREATE TABLE reports (
	id INTEGER NOT NULL, 
	at FLOAT NOT NULL, 
	person INTEGER NOT NULL, 
	about INTEGER, 
	game VARCHAR NOT NULL, 
	words VARCHAR NOT NULL, 
	closed FLOAT, 
	PRIMARY KEY (id), 
	FOREIGN KEY(person) REFERENCES people (id), 
	FOREIGN KEY(about) REFERENCES people (id)
);
CREATE TABLE resigned (
	game VARCHAR NOT NULL, 
	person INTEGER NOT NULL, 
	seat INTEGER NOT NULL, 
	PRIMARY KEY (game, person), 
	FOREIGN KEY(game) REFERENCES games (id), 
	FOREIGN KEY(person) REFERENCES people (id)
);
CREATE TABLE seats (
	game VARCHAR NOT NULL, 
	seat INTEGER NOT NULL, 
	kind VARCHAR NOT NULL, 
	name VARCHAR NOT NULL, 
	person INTEGER, 
	level VARCHAR DEFAULT '' NOT NULL, 
	PRIMARY KEY (game, seat), 
	FOREIGN KEY(game) REFERENCES games (id), 
	FOREIGN KEY(person) REFERENCES people (id)
);
INSERT INTO "seats" VALUES('under-way',0,'person','Ada',1,'');
INSERT INTO "seats" VALUES('under-way',1,'person','Bo',2,'');
INSERT INTO "seats" VALUES('under-way',2,'person','Cleo',3,'');
CREATE TABLE talk (
	game VARCHAR NOT NULL, 
	number INTEGER NOT NULL, 
	room VARCHAR NOT NULL, 
	person INTEGER NOT NULL, 
	seat INTEGER, 
	name VARCHAR NOT NULL, 
	body VARCHAR NOT NULL, 
	at FLOAT NOT NULL, 
	PRIMARY KEY (game, number), 
	FOREIGN KEY(game) REFERENCES games (id)
);
INSERT INTO "talk" VALUES('under-way',1,'table',2,1,'Bo','Good luck after #1',1.79503713057459974287e+09);
CREATE TABLE tournament_games (
	game VARCHAR NOT NULL, 
	tournament VARCHAR NOT NULL, 
	round INTEGER NOT NULL, 
	PRIMARY KEY (game), 
	FOREIGN KEY(game) REFERENCES games (id), 
	FOREIGN KEY(tournament) REFERENCES tournaments (id)
);
CREATE TABLE tournament_people (
	tournament VARCHAR NOT NULL, 
	person INTEGER NOT NULL, 
	PRIMARY KEY (tournament, person), 
	FOREIGN KEY(tournament) REFERENCES tournaments (id), 
	FOREIGN KEY(person) REFERENCES people (id)
);
CREATE TABLE tournaments (
	id VARCHAR NOT NULL, 
	name VARCHAR NOT NULL, 
	owner INTEGER, 
	title VARCHAR NOT NULL, 
	body BLOB NOT NULL, 
	created FLOAT NOT NULL, 
	begun FLOAT, 
	PRIMARY KEY (id), 
	FOREIGN KEY(owner) REFERENCES people (id)
);
CREATE TABLE turns (
	game VARCHAR NOT NULL, 
	waiting JSON NOT NULL, 
	PRIMARY KEY (game), 
	FOREIGN KEY(game) REFERENCES games (id)
);
INSERT INTO "turns" VALUES('under-way','[1]');
CREATE TABLE vacations (
	person INTEGER NOT NULL, 
	start FLOAT NOT NULL, 
	until FLOAT NOT NULL, 
	year INTEGER NOT NULL, 
	used FLOAT NOT NULL, 
	PRIMARY KEY (person)
);
CREATE TABLE views (
	game VARCHAR NOT NULL, 
	seat INTEGER NOT NULL, 
	language VARCHAR NOT NULL, 
	number INTEGER NOT NULL, 
	waiting JSON NOT NULL, 
	edition VARCHAR NOT NULL, 
	body BLOB NOT NULL, 
	PRIMARY KEY (game, seat, language), 
	FOREIGN KEY(game) REFERENCES games (id)
);
CREATE TABLE wishes (
	game VARCHAR NOT NULL, 
	pace VARCHAR NOT NULL, 
	level VARCHAR NOT NULL, 
	PRIMARY KEY (game), 
	FOREIGN KEY(game) REFERENCES games (id)
);
INSERT INTO "wishes" VALUES('under-way','days','');
CREATE INDEX ix_challenges_until ON challenges (until);
CREATE INDEX ix_questions_at ON questions (at);
CREATE INDEX ix_keys_person ON keys (person);
CREATE INDEX ix_recoveries_person ON recoveries (person);
CREATE INDEX ix_reports_person ON reports (person);
CREATE INDEX ix_passkeys_person ON passkeys (person);
CREATE INDEX ix_pushes_person ON pushes (person);
CREATE INDEX ix_games_status ON games (status);
CREATE INDEX ix_tournaments_owner ON tournaments (owner);
CREATE INDEX ix_seats_person ON seats (person);
CREATE INDEX ix_tournament_people_person ON tournament_people (person);
CREATE INDEX ix_tournament_games_tournament ON tournament_games (tournament);
CREATE INDEX ix_resigned_person ON resigned (person);
CREATE INDEX ix_clocks_due ON clocks (due);
COMMIT;
